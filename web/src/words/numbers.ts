/** Numbers as a language writes them: with its decimal sign, and its way to say per cent. */

const formats = new Map<string, Intl.NumberFormat>();

function format(tag: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${tag} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.NumberFormat(tag, options);
  formats.set(key, known);
  return known;
}

export const decimal = (tag: string, value: number, digits: number): string => format(tag, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);

/** A share of one, in whole hundredths. */
export const percent = (tag: string, share: number): string => format(tag, { style: 'percent' }).format(share);
