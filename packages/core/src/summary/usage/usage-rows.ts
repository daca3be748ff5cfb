/** What was used in a thread, and when: small rows that can be kept, and summed by anything that they name. */
import type { Usage } from '../../ledger/content-part.ts';
import { scopeKey } from '../../ledger/fold/scope-key.ts';
import type { AgentConfigured } from '../../ledger/ledger-event.ts';
import { paidCalls } from '../../ledger/queries/paid-calls.ts';
import { paidSteps } from '../../ledger/queries/paid-steps.ts';
import { compactionsTakenBack } from '../../ledger/queries/compactions-taken-back.ts';
import type { ThreadState } from '../../ledger/thread-state.ts';
import { countsOf } from '../call-counts.ts';

/** The tokens of a response, or calls of one tool or time in a quarter of an hour. What is 0 is left out. */
export interface UsageRow extends Partial<Usage> {
  /** When the response came, or the quarter began: a day of any time zone is made of whole ones. 0 where nothing says when it was. */
  readonly at: number;
  /** The model that answered or made the calls. Absent if nothing names it. */
  readonly model?: string;
  readonly tool?: string;
  readonly calls?: number;
  readonly failed?: number;
  readonly worked_ms?: number;
  readonly waited_ms?: number;
}

/** What a row counts. */
export type UsageCount = Exclude<keyof UsageRow, 'at' | 'model' | 'tool'>;

const QUARTER_MS = 15 * 60_000;

type Place = Pick<UsageRow, 'at' | 'model' | 'tool'>;
type Counts = Partial<Record<UsageCount, number>>;

/** What one response took, or one summary; undefined if it says nothing. */
export function responseRow(at: number, config: AgentConfigured | undefined, usage: Usage): UsageRow | undefined {
  const rows = new Rows();
  rows.add(placeOf(at, config), { ...usage });
  return rows.all()[0];
}

/**
 * The tokens and calls of a thread, each response once. What was rewound ran, and was paid: it counts, too. What a fork copied counts in its
 * origin.
 *
 * @example
 * import { emptyThread } from '@toolthread/core';
 * usageRows(emptyThread('t1')); //=> []
 */
export function usageRows(state: ThreadState): readonly UsageRow[] {
  const rows = new Rows();
  const copied = state.origin?.seq ?? 0;
  for (const { config, startedAt, end, seq } of paidSteps(state))
    if (end?.usage !== undefined && seq > copied) rows.add(placeOf(end.at || startedAt, config), { ...end.usage });
  for (const { compaction, config } of paidCompactions(state)) {
    if (compaction.usage === undefined || compaction.seq <= copied) continue;
    rows.add(placeOf(compaction.at, config), { ...compaction.usage });
  }
  for (const [call, step] of paidCalls(state)) {
    const { config, seq = 0 } = step ?? {};
    if (copied > 0 && seq <= copied) continue;
    const { calls, failed } = countsOf(call);
    if (calls > 0) rows.add({ ...placeOf(quarterOf(call.calledAt), config), tool: call.name }, { calls, failed });
  }
  return rows.all();
}

/** Every summary that was written, and how the agent was set that wrote it. */
export function* paidCompactions(
  state: Pick<ThreadState, 'log' | 'scopes' | 'takenBack'>,
): ReturnType<typeof compactionsTakenBack> {
  for (const entry of state.log) {
    if (entry.kind !== 'compaction') continue;
    yield { compaction: entry.compaction, config: state.scopes.get(scopeKey(entry.compaction.scope))?.config };
  }
  yield* compactionsTakenBack(state);
}

/**
 * Stretches of time, in milliseconds since 1970, cut at the quarters of an hour.
 *
 * @example
 * timeRows([[0, 1_000_000]], []); //=> [{ at: 0, worked_ms: 900_000 }, { at: 900_000, worked_ms: 100_000 }]
 */
export function timeRows(
  worked: readonly (readonly [from: number, to: number])[],
  waited: readonly (readonly [from: number, to: number])[],
): readonly UsageRow[] {
  const rows = new Rows();
  for (const span of worked) for (const [at, ms] of piecesOf(span)) rows.add({ at: quarterOf(at) }, { worked_ms: ms });
  for (const span of waited) for (const [at, ms] of piecesOf(span)) rows.add({ at: quarterOf(at) }, { waited_ms: ms });
  return rows.all();
}

/** About a month of quarters. */
const MOST_PIECES = 3000;

/** From which moment on how many milliseconds. A file may name any dates: what lasts for years is cut into larger pieces. */
function* piecesOf([from, to]: readonly [from: number, to: number]): Iterable<readonly [at: number, ms: number]> {
  const piece = QUARTER_MS * Math.max(1, Math.ceil((to - from) / (MOST_PIECES * QUARTER_MS)));
  const end = Math.round(to);
  for (let at = Math.round(from); at < end;) {
    const next = Math.min(end, (Math.floor(at / piece) + 1) * piece);
    yield [at, next - at];
    at = next;
  }
}

function placeOf(at: number, config: AgentConfigured | undefined): Place {
  const model = config?.model ?? '';
  return { at, ...(model === '' ? {} : { model }) };
}

/** When it began. */
function quarterOf(at: number): number {
  return Math.max(0, Math.floor(at / QUARTER_MS) * QUARTER_MS);
}

/** One row for each place. */
class Rows {
  readonly #rows = new Map<string, { readonly place: Place; readonly counts: Counts }>();

  add(place: Place, counts: Counts): void {
    const key = JSON.stringify([place.at, place.model, place.tool]);
    const row = this.#rows.get(key) ?? { place, counts: {} };
    for (const name of USAGE_COUNTS) {
      const count = counts[name] ?? 0;
      // A file may contain any number. One that cannot be a count is 0.
      if (Number.isSafeInteger(count) && count > 0) row.counts[name] = (row.counts[name] ?? 0) + count;
    }
    if (Object.keys(row.counts).length > 0) this.#rows.set(key, row);
  }

  all(): readonly UsageRow[] {
    return [...this.#rows.values()].map(({ place, counts }) => ({ ...place, ...counts }));
  }
}

/** A count that is not named here does not compile. */
const NAMES: { readonly [name in UsageCount]: name } = {
  input_tokens: 'input_tokens',
  output_tokens: 'output_tokens',
  cache_read_tokens: 'cache_read_tokens',
  cache_write_tokens: 'cache_write_tokens',
  reasoning_tokens: 'reasoning_tokens',
  calls: 'calls',
  failed: 'failed',
  worked_ms: 'worked_ms',
  waited_ms: 'waited_ms',
};

/** All that rows count. */
export const USAGE_COUNTS: readonly UsageCount[] = Object.values(NAMES);
