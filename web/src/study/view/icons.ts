import { h, type VNode } from 'snabbdom';

const PATHS = {
  engine: 'M7 7h10v10H7zM10 10h4v4h-4zM9 3v4M15 3v4M9 17v4M15 17v4M3 9h4M3 15h4M17 9h4M17 15h4',
  threat: 'M12 3l9 16H3zM12 9v5M12 16.500v.100',
  pen: 'M4 20l1-4L16.500 4.500l3 3L8 19zM14 7l3 3',
  up: 'M12 20V5M6 11l6-6 6 6',
  top: 'M5 4h14M12 20V9M6 15l6-6 6 6',
  bin: 'M5 7h14M10 3.500h4M7 7l1 13h8l1-13M10 11v5M14 11v5',
  undo: 'M9 7H4V2M4.500 7a8 8 0 1 1-.600 6.500',
  table: 'M4 5h16v14H4zM4 10h16M4 14.500h16M10 5v14',
  edit: 'M4 4h16v16H4zM4 12h16M12 4v16',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  graph: 'M4 4v16h16M7 15l4-5 3 3 5-7',
  mirror: 'M12 3v18M9 7l-5 5 5 5zM15 7l5 5-5 5z',
  turn: 'M4 9h13M13 5l4 4-4 4M20 15H7M11 11l-4 4 4 4',
  move: 'M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3',
  hint: 'M9 17h6M10 20.500h4M12 3a6 6 0 0 0-3.500 11v1.500h7V14A6 6 0 0 0 12 3z',
} as const;

export type StudyIcon = keyof typeof PATHS;

export const sign = (name: StudyIcon): VNode => h('svg.icon', { attrs: { viewBox: '0 0 24 24', 'aria-hidden': 'true' } }, [h('path', { attrs: { d: PATHS[name] } })]);
