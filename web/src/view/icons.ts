import { h, type VNode } from 'snabbdom';

const PATHS = {
  back: 'M9 7H4V2M4.5 7a8 8 0 1 1-.6 6.5',
  flag: 'M5 21V4M5 4h12l-2.5 4L17 12H5',
  flip: 'M7 4v15M3.5 7.5 7 4l3.5 3.5M17 20V5m-3.5 11.500L17 20l3.500-3.500',
  copy: 'M8 8V4h12v12h-4M4 8h12v12H4z',
  gear: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500v5M9 14.500v5',
  sun: 'M12 7.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zM12 1.500v2.500M12 20v2.500M1.500 12H4M20 12h2.500M4.600 4.600l1.800 1.800M17.600 17.600l1.800 1.800M4.600 19.400l1.800-1.800M17.600 6.400l1.800-1.800',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z',
  plus: 'M12 5v14M5 12h14',
  open: 'M4 20V5h6l2 3h8v3M4 20l3-9h15l-3 9z',
  save: 'M12 3v12M7 10.500l5 5 5-5M4 20h16',
  play: 'M7 4.500v15L19.500 12z',
  return: 'M20 12H5M11 6l-6 6 6 6',
  first: 'M6 5v14M18 5l-8 7 8 7z',
  previous: 'M16 5l-8 7 8 7z',
  next: 'M8 5l8 7-8 7z',
  last: 'M18 5v14M6 5l8 7-8 7z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  sound: 'M4 9.500v5h3.500L12 19V5L7.500 9.500zM15.500 9a4 4 0 0 1 0 6M18 6.500a7.500 7.500 0 0 1 0 11',
  silence: 'M4 9.500v5h3.500L12 19V5L7.500 9.500zM16 9.500l5 5M21 9.500l-5 5',
  draw: 'M5 9.500h14M5 14.500h14',
  time: 'M12 8v5l3 2M9.500 2.500h5M12 5.500a7.800 7.800 0 1 0 0 15.600 7.800 7.800 0 0 0 0-15.600z',
  again: 'M4 10a8 8 0 0 1 14-3.500L20 9M20 4v5h-5M20 14a8 8 0 0 1-14 3.500L4 15M4 20v-5h5',
  report: 'M12 4 2.500 20h19zM12 10v4M12 17v.100',
  mute: 'M4 5h16v11H9l-5 4zM3 3l18 18',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.500 20a7.500 7.500 0 0 1 15 0',
  check: 'M5 12.500l4.500 4.500L19 7',
  eye: 'M2 12s3.500-6.500 10-6.500S22 12 22 12s-3.500 6.500-10 6.500S2 12 2 12zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5',
  link: 'M10 14a4 4 0 0 0 6 .500l3-3a4 4 0 0 0-5.700-5.700L12 7.200M14 10a4 4 0 0 0-6-.500l-3 3a4 4 0 0 0 5.700 5.700l1.300-1.300',
  close: 'M6 6l12 12M18 6 6 18',
} as const;

export type IconName = keyof typeof PATHS;

export const icon = (name: IconName): VNode =>
  h('svg.icon', { attrs: { viewBox: '0 0 24 24', 'aria-hidden': 'true' } }, [h('path', { attrs: { d: PATHS[name] } })]);

/** The sign of the house: a man seen from above. */
export const mark = (): VNode =>
  h('svg.mark', { attrs: { viewBox: '0 0 24 24', 'aria-hidden': 'true' } }, [11, 7, 3].map((r) => h('circle', { attrs: { cx: 12, cy: 12, r } })));
