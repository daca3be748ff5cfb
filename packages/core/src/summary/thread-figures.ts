import type { ThreadState } from '../ledger/thread-state.ts';
import { countsOf } from './call-counts.ts';
import { USAGE_COUNTS, usageRows } from './usage-rows.ts';
import type { UsageCount, UsageRow } from './usage-rows.ts';
import { writtenTokens } from './written-tokens.ts';

/** What a page says of a whole thread, in numbers. Those of the parts of a thread that was cut add up to those of the whole. */
export interface ThreadFigures {
  readonly calls: number;
  readonly failed: number;
  /** Written by the models. */
  readonly tokens: number;
  /** What each model took: a row for each. */
  readonly spent: readonly UsageRow[];
}

/** Of a thread before its first event. */
export const NO_FIGURES: ThreadFigures = { calls: 0, failed: 0, tokens: 0, spent: [] };

/**
 * Sums over all steps and calls of a thread. Of what was rewound, the calls do not count any more.
 *
 * @example
 * const { calls, failed, tokens } = figuresOf(exampleState);
 * [calls, failed, tokens]; //=> [2, 1, 50]
 */
export function figuresOf(state: ThreadState): ThreadFigures {
  let [calls, failed] = [0, 0];
  for (const [, call] of state.calls.byPlace.entries()) {
    const counts = countsOf(call);
    calls += counts.calls;
    failed += counts.failed;
  }
  const spent = byModel(usageRows(state).filter(({ tool }) => tool === undefined));
  return { calls, failed, tokens: writtenTokens(state), spent };
}

/**
 * Two parts of a thread together.
 *
 * @example
 * import { figuresOf } from '@toolthread/core/summary';
 * figuresWith(figuresOf(exampleState), figuresOf(exampleState)).calls; //=> 4
 */
export function figuresWith(one: ThreadFigures, other: ThreadFigures): ThreadFigures {
  return {
    calls: one.calls + other.calls,
    failed: one.failed + other.failed,
    tokens: one.tokens + other.tokens,
    spent: byModel([...one.spent, ...other.spent]),
  };
}

/** A price is a model's, whenever it answered. */
function byModel(rows: readonly UsageRow[]): readonly UsageRow[] {
  const sums = new Map<string | undefined, Partial<Record<UsageCount, number>>>();
  for (const row of rows) {
    const sum = sums.get(row.model) ?? {};
    for (const name of USAGE_COUNTS) if (row[name] !== undefined) sum[name] = (sum[name] ?? 0) + row[name];
    sums.set(row.model, sum);
  }
  return Array.from(sums, ([model, sum]) => ({ at: 0, ...(model === undefined ? {} : { model }), ...sum }));
}
