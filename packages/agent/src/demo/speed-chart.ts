/** The picture that the demo agent looks at: how fast each version of the parser is. */
import { png } from './png.ts';
import type { Colour } from './png.ts';

const [WIDTH, HEIGHT, BASE, TOP] = [480, 240, 196, 28];
const PAPER: Colour = [250, 250, 252];
const GRID: Colour = [226, 228, 236];
const INK: Colour = [92, 98, 120];

const BARS: readonly { readonly label: string; readonly value: number; readonly colour: Colour }[] = [
  { label: '2.0', value: 0.34, colour: [168, 178, 214] },
  { label: '2.1', value: 0.52, colour: [126, 140, 206] },
  { label: '3.0', value: 0.94, colour: [64, 160, 112] },
];

/** Three by five points for each digit, row by row. */
const DIGITS: { readonly [digit: string]: string } = {
  '0': '111101101101111',
  '1': '010110010010111',
  '2': '111001111100111',
  '3': '111001111001111',
  '.': '000000000000010',
};
const POINT = 4;

export function speedChart(): Buffer {
  return png(WIDTH, HEIGHT, (x, y) => labelAt(x, y) ?? barAt(x, y) ?? gridAt(x, y));
}

function left(index: number): number {
  return 60 + index * 130;
}

function barAt(x: number, y: number): Colour | undefined {
  const index = BARS.findIndex((_, n) => x >= left(n) && x < left(n) + 90);
  const bar = BARS[index];
  if (bar === undefined || y >= BASE) return undefined;
  const top = BASE - bar.value * (BASE - TOP);
  if (y < top) return undefined;
  const shade = 1 - (0.18 * (y - top)) / (BASE - top);
  const [red, green, blue] = bar.colour;
  return [red * shade, green * shade, blue * shade];
}

function labelAt(x: number, y: number): Colour | undefined {
  const row = Math.floor((y - BASE - 12) / POINT);
  if (row < 0 || row > 4) return undefined;
  for (const [n, { label }] of BARS.entries()) {
    const column = Math.floor((x - left(n) - 22) / POINT);
    const digit = DIGITS[label[Math.floor(column / 4)] ?? ''];
    if (column >= 0 && column % 4 < 3 && digit?.[row * 3 + (column % 4)] === '1') return INK;
  }
  return undefined;
}

function gridAt(x: number, y: number): Colour {
  if (y === BASE || y === BASE + 1) return INK;
  const onLine = y < BASE && y >= TOP && (BASE - y) % 42 === 0;
  return onLine && x > 40 && x < WIDTH - 40 ? GRID : PAPER;
}
