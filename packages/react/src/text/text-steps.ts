import { DrawCost } from './draw-cost.ts';

export const NEWLINE = 10;

/** How much of a text is drawn at once. */
export interface StepSize {
  /** As `DrawCost` counts them. */
  readonly letters: number;
  readonly lines: number;
}

/** The first steps of a text, at most so many: `textSteps(text, { letters: 16_384, lines: 500 }, 1)`. */
export function textSteps(text: string, size: StepSize, most: number): readonly string[] {
  const steps: string[] = [];
  for (let from = 0; from < text.length && steps.length < most;) {
    const to = stepFrom(text, from, size);
    steps.push(text.slice(from, to));
    from = to;
  }
  return steps.length === 0 ? [text] : steps;
}

/** Where the step that begins here ends. */
export function stepFrom(text: string, from: number, { letters, lines: most }: StepSize): number {
  const cost = new DrawCost();
  let to = from;
  for (let lines = 0; to < text.length && cost.total < letters && lines < most; to += 1) {
    const code = text.charCodeAt(to);
    cost.add(code);
    if (code === NEWLINE) lines += 1;
  }
  return isLowSurrogate(text, to) ? to - 1 : to;
}

export function isLowSurrogate(text: string, at: number): boolean {
  return at < text.length && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}
