import type { ThreadState } from '../ledger/thread-state.ts';
import { isPersonsWord } from '../ledger/queries/hearing.ts';
import { paidCalls } from '../ledger/queries/paid-calls.ts';
import { countsOfAll } from './call-counts.ts';
import { USAGE_COUNTS, usageRows } from './usage/usage-rows.ts';
import type { UsageCount, UsageRow } from './usage/usage-rows.ts';
import { writtenTokens } from './usage/written-tokens.ts';

/** What a page says of a whole thread, in numbers. Those of the parts of a thread that was cut add up to those of the whole. */
export interface ThreadFigures {
  /** What a person said begins a turn, and so does what was there before anybody said something. */
  readonly turns: number;
  readonly calls: number;
  readonly failed: number;
  /** Written by the models. */
  readonly tokens: number;
  /** What each model took: a row for each. */
  readonly spent: readonly UsageRow[];
}

/** Of a thread before its first event. */
export const NO_FIGURES: ThreadFigures = { turns: 0, calls: 0, failed: 0, tokens: 0, spent: [] };

/**
 * Sums over all steps and calls of a thread. What was rewound ran, too: of it, only the turns do not count any more.
 *
 * @example
 * const { calls, failed, tokens } = figuresOf(exampleState);
 * [calls, failed, tokens]; //=> [2, 1, 50]
 */
export function figuresOf(state: ThreadState): ThreadFigures {
  const spent = byModel(usageRows(state).filter(({ tool }) => tool === undefined));
  return { turns: turnsIn(state), ...countsOfAll(paidCalls(state)), tokens: writtenTokens(state), spent };
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
    turns: one.turns + other.turns,
    calls: one.calls + other.calls,
    failed: one.failed + other.failed,
    tokens: one.tokens + other.tokens,
    spent: byModel([...one.spent, ...other.spent]),
  };
}

function turnsIn({ log }: ThreadState): number {
  let [turns, others] = [0, 0];
  for (const entry of log) {
    if (entry.kind === 'message' && isPersonsWord(entry.message)) turns += 1;
    else if (turns === 0 && entry.kind === 'step') others = 1;
  }
  return turns + others;
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
