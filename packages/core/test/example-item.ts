import { type EventDraft, foldThread, type Item, timeline } from '../src/index.ts';
import { exampleEvents, exampleThread } from './example-thread.ts';

/** What the thread of the examples has none of. */
const more: readonly EventDraft[] = [
  { type: 'context.compacted', summary: 'The linter uses the parser.', replaces_to: 2 },
  {
    type: 'workspace.changed',
    change: 'w1',
    files: [{ path: 'src/lint.ts', before: 'a1', after: 'b2', added: 2, removed: 1 }],
  },
  { type: 'agent.status', run: 'r2', status: 'running' },
  { type: 'agent.step.started', run: 'r2', step: 3 },
  { type: 'agent.reasoning.delta', run: 'r2', step: 3, part: 0, offset: 0, text: 'Who else?' },
  { type: 'agent.step.completed', run: 'r2', step: 3, finish_reason: 'stop' },
  {
    type: 'agent.tool.completed',
    run: 'r2',
    step: 9,
    call: 'c9',
    outcome: 'done',
    name: 'pwd',
    parts: [{ type: 'text', text: '/app' }],
  },
  {
    type: 'request.opened',
    run: 'r2',
    request: 'q1',
    kind: 'question',
    questions: [{ question: 'Which linter?', options: [{ label: 'The new one' }] }],
  },
  {
    type: 'request.resolved',
    run: 'r2',
    request: 'q1',
    decision: 'answered',
    answers: [{ question: 'Which linter?', values: ['The new one'] }],
  },
  { type: 'agent.status', run: 'r2', status: 'failed', error_message: 'The model does not answer.' },
  { type: 'scope.opened', scope: 'member:coder', kind: 'member', name: 'coder' },
  { type: 'agent.step.started', scope: 'member:coder', step: 1 },
  { type: 'agent.text.delta', scope: 'member:coder', step: 1, part: 0, offset: 0, text: 'Done.' },
  { type: 'agent.step.completed', scope: 'member:coder', step: 1, finish_reason: 'stop' },
];

/** An item of a timeline, by its kind: `exampleItem('answer')`. */
export function exampleItem<Kind extends Item['kind']>(kind: Kind): Extract<Item, { kind: Kind }> {
  const from = exampleEvents.length + 1;
  const events = more.map((draft, index) => ({ ...draft, v: 1, thread: 't1', seq: from + index, at: 0 }) as const);
  const items = timeline(events.reduce(foldThread, exampleThread)).items.toArray();
  const item = items.find((one): one is Extract<Item, { kind: Kind }> => one.kind === kind);
  if (item === undefined) throw new Error(`The example has no ${kind}.`);
  return item;
}
