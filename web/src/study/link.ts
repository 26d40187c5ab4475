/** The longest address that is given away; chat programs and servers cut longer ones. */
export const MAX_LINK = 7500;

const pipe = async (bytes: BlobPart, through: ReadableWritablePair): Promise<ArrayBuffer> => new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer();

/** A text in few characters that may stand in an address. */
export async function pack(text: string): Promise<string> {
  const packed = new Uint8Array(await pipe(text, new CompressionStream('deflate-raw')));
  return btoa(String.fromCharCode(...packed)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** The text again; null for what is none. */
export async function unpack(packed: string): Promise<string | null> {
  try {
    const bytes = Uint8Array.from(atob(packed.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(await pipe(bytes, new DecompressionStream('deflate-raw')));
  } catch {
    return null;
  }
}

const FRAGMENT = /^#pdn=([\w-]+)(?:&at=([\d.]*))?$/;

/** The address of a study, and the way to the position that is shown; null when it does not fit. */
export async function studyLink(pdn: string, route: number[]): Promise<string | null> {
  const packed = await pack(pdn);
  const link = `${location.origin}/analysis#pdn=${packed}${route.length === 0 ? '' : `&at=${route.join('.')}`}`;
  return link.length > MAX_LINK ? null : link;
}

/** What the fragment of an address says of a study; null when it says nothing. */
export function readFragment(fragment: string): { packed: string; route: number[] } | null {
  const found = FRAGMENT.exec(fragment);
  if (found === null) return null;
  return { packed: found[1]!, route: (found[2] ?? '').split('.').filter((n) => n !== '').map(Number) };
}
