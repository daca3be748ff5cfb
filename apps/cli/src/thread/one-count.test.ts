/** The list of threads, the header, Home and the terminal say the same of a thread: how many calls, how many failed, how many tokens, how long. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldAll } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { figuresOf, foldListed, newListedThread, summaryOf, usageRows, workedMs } from '@toolthread/core/summary';
import { readTranscript } from '@toolthread/transcripts';
import { expect, it } from 'vitest';
import { goldenNames, readGolden } from '@toolthread/core/testing';
import { addCalls, eventFacts, NO_CALLS } from './event-facts.ts';

const FIXTURES = join(import.meta.dirname, '../../../../packages/transcripts/fixtures');

function compare(events: readonly LedgerEvent[]): void {
  const state = foldAll(events);
  const { calls, failed, tokens } = figuresOf(state);
  const listed = summaryOf(events.reduce(foldListed, newListedThread(state.id)));
  const header = { calls, failed, workedMs: workedMs(state) };
  expect(listed).toMatchObject(header);
  const terminal = { ...addCalls(NO_CALLS, state), ...eventFacts(events) };
  expect(terminal).toMatchObject({ calls, failed, tokens, workedMs: listed.workedMs });
  const used = usageRows(state);
  if (state.origin !== undefined) return;
  expect(used.reduce((sum, row) => sum + (row.calls ?? 0), 0)).toBe(calls);
  expect(used.reduce((sum, row) => sum + (row.output_tokens ?? 0), 0)).toBe(tokens);
}

it.each(goldenNames)('[L1] a golden ledger: %s', (name) => compare(readGolden(name)));

it.each(globSync(['*/*.jsonl', '*/*.json'], { cwd: FIXTURES }))('[L1] a session of another agent: %s', (name) => {
  compare(readTranscript(readFileSync(join(FIXTURES, name)), { path: join(FIXTURES, name) }).events);
});
