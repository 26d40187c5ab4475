/** Endings that every player knows by name. */
export const EXAMPLES = [
  { name: 'petrov', fen: 'W:WKa1,Kc1,Ka3:BKh4' },
  { name: 'road', fen: 'W:WKc1,Kg1,Kd2:BKa1' },
  { name: 'twoCatch', fen: 'W:WKe1,Ka5:BKh4' },
  { name: 'twoDraw', fen: 'W:WKa3,Kf8:BKg1' },
  { name: 'opposition', fen: 'W:Wc3:Bd6' },
  { name: 'oppositionLost', fen: 'W:Wd4:Bd6' },
  { name: 'twoMen', fen: 'W:Wc1,e1:Bf6' },
  { name: 'kingAndMan', fen: 'W:Wa3,Kb8:Bg7' },
  { name: 'cutOff', fen: 'W:WKa1,Kc1,Ka3:BKh4:H20' },
] as const;

export type ExampleName = (typeof EXAMPLES)[number]['name'];
