/** The thread of the reference's examples: an agent searches, fails at a command, and answers. */
import {
  type Call,
  type EventDraft,
  foldAll,
  type LedgerEvent,
  type Thread,
  threadOf,
  type ThreadState,
} from '../src/index.ts';
import { findCall } from '../src/ledger/queries/index.ts';

/** What its events say, without their place in the ledger. */
export const exampleDrafts: readonly EventDraft[] = [
  { type: 'thread.created', title: 'Parser' },
  {
    type: 'message.posted',
    author: '@human',
    delivery: 'now',
    parts: [{ type: 'text', text: 'Who uses the parser?' }],
  },
  { type: 'agent.status', run: 'r1', status: 'running' },
  { type: 'agent.step.started', run: 'r1', step: 1 },
  { type: 'agent.text.delta', run: 'r1', step: 1, part: 0, offset: 0, text: 'I look where it is used.' },
  {
    type: 'agent.tool.called',
    run: 'r1',
    step: 1,
    part: 1,
    call: 'c1',
    name: 'search_files',
    arguments: '{"query":"parser"}',
  },
  {
    type: 'agent.tool.called',
    run: 'r1',
    step: 1,
    part: 2,
    call: 'c2',
    name: 'run_shell_command',
    arguments: '{"command":"npm test"}',
  },
  {
    type: 'agent.tool.completed',
    run: 'r1',
    step: 1,
    call: 'c1',
    outcome: 'done',
    parts: [{ type: 'text', text: 'src/lint.ts' }],
  },
  {
    type: 'agent.tool.completed',
    run: 'r1',
    step: 1,
    call: 'c2',
    outcome: 'failed',
    error: { message: 'Exit code 1' },
  },
  { type: 'agent.step.completed', run: 'r1', step: 1, finish_reason: 'tool_calls' },
  { type: 'agent.step.started', run: 'r1', step: 2 },
  { type: 'agent.text.delta', run: 'r1', step: 2, part: 0, offset: 0, text: 'Only the linter.' },
  {
    type: 'agent.step.completed',
    run: 'r1',
    step: 2,
    finish_reason: 'stop',
    usage: { input_tokens: 600, output_tokens: 50 },
    duration_ms: 1200,
  },
  { type: 'agent.status', run: 'r1', status: 'completed' },
];

/** The events of the thread. */
export const exampleEvents: readonly LedgerEvent[] = exampleDrafts.map((draft, index) => ({
  ...draft,
  v: 1,
  thread: 't1',
  seq: index + 1,
  at: 0,
}));

/** What `foldAll` makes of them. */
export const exampleState: ThreadState = foldAll(exampleEvents);

/** The same with its timeline. */
export const exampleThread: Thread = threadOf(exampleEvents);

/** The call that searches. */
export const exampleCall: Call = searchIn(exampleState);

function searchIn(state: ThreadState): Call {
  const call = findCall(state, { step: 1, call: 'c1' }, 'settled');
  if (call === undefined) throw new Error('The example has no call c1.');
  return call;
}
