/** The rows of all sessions, each with what it can be grouped by. */
import { dayOf } from '@toolthread/transcripts/writers';
import { THREADS_AGENT } from '@toolthread/core/lines';
import type { UsageRow } from '@toolthread/core/summary';
import type { Session } from '../sessions/kept-summaries.ts';

export interface UsedRow {
  readonly row: UsageRow;
  /** In the reader's time zone; empty if nothing says when it was. */
  readonly day: string;
  readonly project: string;
  readonly agent: string;
}

/** What it is called in a grouping; empty if nothing names it. */
export function nameIn(by: Grouping, used: UsedRow): string {
  return by === 'model' || by === 'tool' ? (used.row[by] ?? '') : used[by];
}

export const GROUPINGS = ['day', 'model', 'project', 'agent', 'tool'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export function agentOf({ agent }: Session): string {
  return agent === 'ledger' ? THREADS_AGENT : agent;
}

/**
 * A fork, and in older versions a resumed session, is a file that begins with a copy of another: a response of the same agent, moment, model and
 * tokens is the same one, and counts in the session that comes first. Calls and time stay those of each file.
 */
export function* usedRows(sessions: Iterable<Session>): Iterable<UsedRow> {
  const days = new Map<number, string>();
  const told = new Set<string>();
  for (const session of sessions) {
    const agent = agentOf(session);
    const { project, usage } = session.summary;
    const fresh: string[] = [];
    for (const row of usage) {
      const response = responseOf(agent, row);
      if (response !== undefined && told.has(response)) continue;
      if (response !== undefined) fresh.push(response);
      yield { row, day: row.at === 0 ? '' : cachedDay(days, row.at), project, agent };
    }
    for (const response of fresh) told.add(response);
  }
}

/** What tells a response from all others; undefined for a row that is not one, or has no time. */
function responseOf(agent: string, row: UsageRow): string | undefined {
  const { at, model, tool, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens } = row;
  if (at === 0 || tool !== undefined || row.worked_ms !== undefined || row.waited_ms !== undefined) return undefined;
  return `${agent} ${at} ${input_tokens} ${output_tokens} ${cache_read_tokens} ${cache_write_tokens} ${model}`;
}

const QUARTER_MS = 15 * 60_000;

/** Midnight is at the beginning of a quarter of an hour in every time zone. */
function cachedDay(days: Map<number, string>, at: number): string {
  const quarter = Math.floor(at / QUARTER_MS);
  const day = days.get(quarter) ?? dayOf(at);
  days.set(quarter, day);
  return day;
}
