import type { Token } from './token.ts';

export interface Comparison {
  /** Of the file, by kind. */
  readonly counts: { readonly [kind: string]: number };
  /** What is in the file and not drawn in its place, or drawn and not in the file; empty if both agree. */
  readonly differences: readonly string[];
}

const MOST_TOLD = 5;

/** Lane by lane: the same words and calls, in the same order, each result under its call. */
export function compareTokens(file: readonly Token[], drawn: readonly Token[]): Comparison {
  const counts: { [kind: string]: number } = {};
  for (const { kind, result } of file) {
    counts[kind] = (counts[kind] ?? 0) + 1;
    if (result !== undefined) counts['result'] = (counts['result'] ?? 0) + 1;
  }
  const lanes = new Set([...file, ...drawn].map(({ lane }) => lane));
  return { counts, differences: [...lanes].flatMap((lane) => differencesIn(lane, file, drawn)) };
}

function differencesIn(lane: string, file: readonly Token[], drawn: readonly Token[]): readonly string[] {
  const [must, is] = [file, drawn].map((tokens) => tokens.filter((token) => token.lane === lane));
  const found: string[] = [];
  const length = Math.max(must?.length ?? 0, is?.length ?? 0);
  for (let at = 0; at < length && found.length < MOST_TOLD; at += 1) {
    const [want, have] = [must?.[at], is?.[at]];
    if (want?.kind !== have?.kind || words(want) !== words(have))
      return [...found, `${lane} ${at}: the file has ${told(want)}, drawn is ${told(have)}`];
    if (want?.result !== undefined && want.result.trim() !== (have?.result ?? '').trim())
      found.push(
        `${lane} ${at}: the result of ${told(want)} is ${brief(want.result)}, drawn is ${brief(have?.result)}`,
      );
  }
  return found;
}

function words(token: Token | undefined): string | undefined {
  return token?.text.trim();
}

function told(token: Token | undefined): string {
  return token === undefined ? 'nothing more' : `${token.kind} ${brief(token.text)}`;
}

function brief(text: string | undefined): string {
  return text === undefined ? 'none' : JSON.stringify(text.slice(0, 100));
}
