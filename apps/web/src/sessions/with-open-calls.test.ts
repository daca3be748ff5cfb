import { threadOf, timeline } from '@toolthread/core';
import type { EventDraft, LedgerEvent } from '@toolthread/core';
import { callNote, goesOn, groupHeader } from '@toolthread/core/lines';
import { expect, test } from 'vitest';
import { withOpenCalls } from './with-open-calls.ts';

const call = (part: number): EventDraft => ({
  type: 'agent.tool.called',
  step: 1,
  part,
  call: `c${part}`,
  name: `tool ${part}`,
  arguments: '{}',
});

test.each([
  ['before it is closed', []],
  ['after it is closed', [{ type: 'thread.closed' } as const]],
])('[issue 13] calls without results of a session at work are under way, %s; the others stay as they are', (_, end) => {
  const drafts: readonly EventDraft[] = [
    { type: 'thread.created', source: { format: 'claude-code' } },
    { type: 'agent.step.started', step: 1 },
    call(0),
    call(1),
    { type: 'agent.tool.completed', step: 1, call: 'c0', outcome: 'failed' },
    { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' },
    ...end,
  ];
  const events = drafts.map((draft, index): LedgerEvent => ({ v: 1, thread: 't', seq: index + 1, at: 1, ...draft }));
  const { items } = timeline(threadOf(events));
  const [group, changed] = [items.last(), withOpenCalls(items, true).last()];
  if (group?.kind !== 'group' || changed?.kind !== 'group') throw new Error('no group');
  expect(groupHeader(group)?.state).toBe('failed');
  const header = groupHeader(changed);
  expect([header?.state, header?.call?.name, header?.counts.failed, header?.counts.lost]).toEqual([
    'working',
    'tool 1',
    1,
    0,
  ]);
  // After a minute of silence it may still run: it has no result, and the header counts it as one without.
  const silent = withOpenCalls(items, false).last();
  if (silent?.kind !== 'group') throw new Error('no group');
  const last = silent.entries.last();
  expect([groupHeader(silent)?.state, groupHeader(silent)?.counts.lost]).toEqual(['failed', 1]);
  expect(last?.kind === 'call' && callNote(last.call, goesOn(silent))).toBe('no result');
});
