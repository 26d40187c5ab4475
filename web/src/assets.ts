/** The files of one version of the page are asked for with its mark, so that a store never mixes two versions. */
const version = new URL((document.currentScript as HTMLScriptElement | null)?.src ?? location.href).search;

/** The address of a file of the page. */
export const asset = (name: string): string => `/assets/${name}${version}`;
