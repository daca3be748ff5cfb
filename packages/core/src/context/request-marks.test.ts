import { expect, test } from 'vitest';
import { callDrafts } from '../../test/call-drafts.ts';
import type { EventDraft, LedgerEvent } from '../ledger/ledger-event.ts';
import { foldAll } from '../ledger/fold/fold.ts';
import { completionMessages } from './completion-messages.ts';
import { requestMarks } from './request-marks.ts';

const AT_END = '[Cut: only the beginning is shown, 50.0KB of 2.0MB, 9000 lines in all. The whole was not kept.]';
const AT_START = '[Cut: only the end is shown, 50.0KB of 2.0MB, 9000 lines in all. The whole was not kept.]';

/** What is marked in the request after a call that gave this; `full_size` where the ledger says that it was cut. */
function cutsOf(text: string, full_size?: number): readonly string[] {
  const drafts: EventDraft[] = [
    { type: 'thread.created' },
    { type: 'message.posted', author: '@human', delivery: 'now', parts: [{ type: 'text', text: 'go' }] },
    { type: 'agent.step.started', step: 1 },
    ...callDrafts('x', text, { end: full_size === undefined ? {} : { full_size } }),
    { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' },
  ];
  const state = foldAll(drafts.map((draft, n): LedgerEvent => ({ v: 1, thread: 't', seq: n + 1, at: n, ...draft })));
  return requestMarks(state, undefined, completionMessages(state)).map(({ kind, text: words }) => `${kind} ${words}`);
}

test('[issue 13] a result that was cut is marked where the recorder says so', () => {
  expect(cutsOf(`a\nb\n${AT_END}`, 2_000_000)).toEqual([`cut ${AT_END}`]);
  expect(cutsOf(`${AT_START}\na\nb`, 2_000_000)).toEqual([`cut ${AT_START}`]);
});

test('[issue 13] [L7] what a tool prints marks nothing', () => {
  for (const text of [AT_END, `a\n${AT_END}`, `${AT_START}\na`, `a\n${AT_END}\nb`, `a\n${AT_START}\nb`])
    expect(cutsOf(text)).toEqual([]);
  // One that was cut, and has such a line in its midst.
  expect(cutsOf(`a\n[Cut: only the end is shown, nothing.]\nb\n${AT_END}`, 2_000_000)).toEqual([`cut ${AT_END}`]);
});
