import { figuresOf, figuresWith, workedMs } from '@toolthread/core/summary';
import type { ThreadState } from '@toolthread/core';
import type { ThreadFigures } from '@toolthread/core/summary';
import { formatDuration, shortNumber } from '@toolthread/core/text';
import type { PageLanguage } from '../labels/use-page-language.ts';

export interface Totals extends ThreadFigures {
  readonly durationMs: number;
}

/** Sums over all of the thread. `before`: what came before the part of it that is here. */
export function totalsOf(state: ThreadState, before?: ThreadFigures): Totals {
  const here = figuresOf(state);
  return { ...(before === undefined ? here : figuresWith(before, here)), durationMs: workedMs(state) };
}

/** `14 tool calls · 1 failed · 42s · 12.3k output tokens`; what is nothing is not said. */
export function totalsText(
  { calls, failed, durationMs, tokens }: Omit<Totals, 'spent' | 'turns'>,
  language: PageLanguage,
): string {
  const { say } = language;
  return [
    ...(calls === 0 ? [] : [language.count(calls, 'tool call')]),
    ...(failed === 0 ? [] : [say('{n} failed', { n: failed })]),
    ...(durationMs === 0 ? [] : [formatDuration(durationMs, language)]),
    ...(tokens === 0 ? [] : [tokensText(tokens, language)]),
  ].join(' · ');
}

/** Large numbers in short. */
function tokensText(tokens: number, language: PageLanguage): string {
  return tokens === 1
    ? language.count(tokens, 'output token')
    : language.say('{n} output tokens', { n: shortNumber(tokens, language) });
}
