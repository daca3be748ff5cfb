import { callStatus } from '@toolthread/core';
import { workedMs, writtenTokens } from '@toolthread/core/summary';
import type { ThreadState } from '@toolthread/core';
import { formatDuration } from '@toolthread/core/text';
import type { PageLanguage } from '../labels/use-page-language.ts';

export interface Totals {
  readonly calls: number;
  readonly failed: number;
  readonly durationMs: number;
  /** Written by the models. */
  readonly tokens: number;
}

/** Sums over all steps and calls of the thread. Of what was rewound, the calls do not count any more. */
export function totalsOf(state: ThreadState): Totals {
  let [calls, failed] = [0, 0];
  for (const [, call] of state.calls.byPlace.entries()) {
    if (!call.recorded) continue;
    calls += 1;
    if (callStatus(call) === 'failed') failed += 1;
  }
  return { calls, failed, durationMs: workedMs(state), tokens: writtenTokens(state) };
}

/** `14 calls · 1 failed · 42.0s · 12.3k tokens`; what is nothing is not said. */
export function totalsText({ calls, failed, durationMs, tokens }: Totals, language: PageLanguage): string {
  const { say } = language;
  return [
    ...(calls === 0 ? [] : [language.count(calls, 'call')]),
    ...(failed === 0 ? [] : [say('{n} failed', { n: failed })]),
    ...(durationMs === 0 ? [] : [formatDuration(durationMs, language)]),
    ...(tokens === 0 ? [] : [say('{n} tokens', { n: shortNumber(tokens, language) })]),
  ].join(' · ');
}

function shortNumber(value: number, { say, number }: PageLanguage): string {
  if (value < 1_000) return number(value);
  if (value < 1_000_000) return say('{n}k', { n: number(value / 1_000, 1) });
  return say('{n}M', { n: number(value / 1_000_000, 1) });
}
