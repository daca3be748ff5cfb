/** A child run's end is not the end of the reply: its root still waits for a person. */
import { foldAll, type EventDraft, type LedgerEvent } from '@toolthread/core';
import { expect, test } from 'vitest';
import { agUiFrames } from '../ag-ui/ag-ui-frames.ts';
import { chatFrames } from './chat-frames.ts';

const run = 'r1';
const scope = 'child:r2';
const drafts: readonly EventDraft[] = [
  { type: 'message.posted', author: '@human', delivery: 'now', parts: [{ type: 'text', text: 'Publish it.' }] },
  { type: 'agent.status', status: 'running', run },
  { type: 'agent.step.started', step: 1, run },
  { type: 'agent.tool.called', step: 1, part: 0, call: 'c1', name: 'task', arguments: '{}', run },
  { type: 'agent.tool.called', step: 1, part: 1, call: 'c2', name: 'bash', arguments: '{}', run },
  { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls', run },
  { type: 'agent.tool.started', step: 1, call: 'c1', run },
  { type: 'scope.opened', scope, kind: 'child', name: 'explorer', parent: { call: 'c1', step: 1 }, run: 'r2' },
  { type: 'agent.status', status: 'running', run: 'r2', scope },
  { type: 'request.opened', request: 'q1', kind: 'approval', call: 'c2', step: 1, run },
  { type: 'agent.status', status: 'awaiting_user', previous_status: 'running', run },
  { type: 'agent.status', status: 'failed', error_message: 'The child broke.', run: 'r2', scope },
];
const events = drafts.map((draft, index): LedgerEvent => ({ ...draft, v: 1, thread: 't1', seq: index + 1, at: index }));

test('[L3] a stream of useChat finishes for the approval', () => {
  const frames = chatFrames(foldAll(events.slice(0, 1)), { message: 1, since: 1, after: 1, rested: 1 }, () => false);
  const told = JSON.stringify(events.slice(1).flatMap((event) => [...frames.take(event)]));
  expect(told).toContain('tool-approval-request');
  expect(frames.end()).toEqual([{ data: { type: 'finish', finishReason: 'tool-calls' } }, 'done']);
});

test('[L3] a run of AG-UI is interrupted by the approval', () => {
  const asked = { threadId: 't1', runId: 'a1', messages: [], state: {}, protocolVersion: '1.0' };
  const frames = agUiFrames(foldAll(events.slice(0, 1)), { rested: 1, late: [] }, asked);
  for (const event of events.slice(1)) expect([...frames.take(event)]).toBeDefined();
  const outcome = { type: 'interrupt', interrupts: [{ id: 'q1' }] };
  expect([...(frames.end() ?? [])].at(-1)).toMatchObject({ data: { type: 'RUN_FINISHED', outcome } });
});
