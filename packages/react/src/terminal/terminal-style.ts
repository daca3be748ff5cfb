/** What SGR sequences have set: colours and weight, nothing that moves or acts. */
export interface TerminalStyle {
  readonly color: TerminalColor | undefined;
  readonly background: TerminalColor | undefined;
  readonly bold: boolean;
  readonly faint: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strike: boolean;
  readonly inverse: boolean;
}

/** One of the sixteen that a theme chooses, or an exact one. */
export type TerminalColor = number | `#${string}`;

export const plainStyle: TerminalStyle = {
  color: undefined,
  background: undefined,
  bold: false,
  faint: false,
  italic: false,
  underline: false,
  strike: false,
  inverse: false,
};

/** What a code changes, colours aside. */
const CHANGES: ReadonlyMap<number, Partial<TerminalStyle>> = new Map<number, Partial<TerminalStyle>>([
  [0, plainStyle],
  [1, { bold: true }],
  [2, { faint: true }],
  [3, { italic: true }],
  [4, { underline: true }],
  [7, { inverse: true }],
  [9, { strike: true }],
  [22, { bold: false, faint: false }],
  [23, { italic: false }],
  [24, { underline: false }],
  [27, { inverse: false }],
  [29, { strike: false }],
  [39, { color: undefined }],
  [49, { background: undefined }],
]);

/** `applySgr(plainStyle, '1;31')` is bold and red. Codes that mean nothing here change nothing. */
export function applySgr(style: TerminalStyle, parameters: string): TerminalStyle {
  const codes = parameters.split(/[;:]/).map(Number);
  let next = style;
  for (let at = 0; at < codes.length;) {
    const code = codes[at] ?? 0;
    if (code === 38 || code === 48) {
      const extended = extendedColor(codes, at + 1);
      if (extended.color !== undefined) {
        next = code === 38 ? { ...next, color: extended.color } : { ...next, background: extended.color };
      }
      at = extended.next;
      continue;
    }
    next = applyCode(next, code);
    at += 1;
  }
  return next;
}

function applyCode(style: TerminalStyle, code: number): TerminalStyle {
  if (code >= 30 && code <= 37) return { ...style, color: code - 30 };
  if (code >= 90 && code <= 97) return { ...style, color: code - 82 };
  if (code >= 40 && code <= 47) return { ...style, background: code - 40 };
  if (code >= 100 && code <= 107) return { ...style, background: code - 92 };
  const change = CHANGES.get(code);
  return change === undefined ? style : { ...style, ...change };
}

function extendedColor(codes: readonly number[], at: number): { color: TerminalColor | undefined; next: number } {
  if (codes[at] === 5) return { color: paletteColor(codes[at + 1]), next: at + 2 };
  if (codes[at] === 2) return { color: rgb(codes[at + 1], codes[at + 2], codes[at + 3]), next: at + 4 };
  return { color: undefined, next: at + 1 };
}

/** The 256 colours: sixteen of the theme, a cube of six steps, and greys. */
function paletteColor(index: number | undefined): TerminalColor | undefined {
  if (index === undefined || !(index >= 0 && index <= 255)) return undefined;
  if (index < 16) return index;
  if (index >= 232) return rgb(...triple(8 + (index - 232) * 10));
  const cube = index - 16;
  const step = (digit: number): number => (digit === 0 ? 0 : 55 + digit * 40);
  return rgb(step(Math.floor(cube / 36)), step(Math.floor(cube / 6) % 6), step(cube % 6));
}

function triple(value: number): [number, number, number] {
  return [value, value, value];
}

function rgb(...channels: readonly (number | undefined)[]): TerminalColor | undefined {
  let text: `#${string}` = '#';
  for (const channel of channels) {
    if (channel === undefined || !(channel >= 0 && channel <= 255)) return undefined;
    text = `${text}${Math.trunc(channel).toString(16).padStart(2, '0')}`;
  }
  return text;
}
