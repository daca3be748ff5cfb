import { callStatus, stepsTakenBack, writtenTokens } from '@toolthread/core';
import type { Step, ThreadState } from '@toolthread/core';
import { coveredMs, workSpans } from '@toolthread/core/lines';
import type { Span } from '@toolthread/core/lines';
import { formatDuration } from '@toolthread/core/text';
import type { PageLanguage } from '../labels/use-page-language.ts';

export interface Totals {
  readonly calls: number;
  readonly failed: number;
  /** How long a model or a tool was at work. */
  readonly durationMs: number;
  /** Written by the models. */
  readonly tokens: number;
}

/** Sums over all steps and calls of the thread. Of what was rewound, the calls do not count any more. */
export function totalsOf(state: ThreadState): Totals {
  let [calls, failed] = [0, 0];
  const work: Span[] = [];
  for (const [, call] of state.calls.byPlace.entries()) {
    if (!call.recorded) continue;
    calls += 1;
    if (callStatus(call) === 'failed') failed += 1;
    work.push(...workSpans(call));
  }
  for (const [, step] of state.steps.entries()) work.push(spanOf(step));
  // What was rewound took its time, and its tokens.
  for (const taken of stepsTakenBack(state))
    work.push(spanOf(taken.step), ...taken.calls.flatMap((call) => workSpans(call)));
  return { calls, failed, durationMs: coveredMs(work), tokens: writtenTokens(state) };
}

function spanOf({ startedAt, end }: Step): Span {
  return [startedAt, startedAt + (end?.durationMs ?? 0)];
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
