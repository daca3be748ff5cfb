import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goldenNames, readGolden } from '../../fixtures/golden.ts';
import { arbitraryHistory } from '../../fixtures/random-history.ts';
import { timeline, threadOf } from '../timeline/timeline.ts';
import type { EventDraft, LedgerEvent } from '../ledger/ledger-event.ts';
import { foldAll } from '../ledger/fold/fold.ts';
import { Withholding } from './withholding.ts';

const SECRET = 'the-secret-tool';
const scope = 'agent:coder';
const child = 'child:r2';

const drafts: readonly EventDraft[] = [
  { type: 'thread.created' },
  { type: 'message.posted', author: '@human', parts: [{ type: 'text', text: 'go' }], delivery: 'now' },
  { type: 'scope.opened', scope, kind: 'member', name: 'Coder', show_tool_calls: false },
  { type: 'agent.status', scope, status: 'running' },
  { type: 'agent.step.started', scope, step: 1 },
  { type: 'agent.text.delta', scope, step: 1, part: 0, offset: 0, text: 'I look.' },
  { type: 'agent.tool.input.delta', scope, step: 1, part: 1, offset: 0, text: `{"q":"${SECRET}"}`, name: SECRET },
  { type: 'agent.tool.called', scope, step: 1, part: 1, call: 'c1', name: SECRET, arguments: `{"q":"${SECRET}"}` },
  { type: 'agent.step.completed', scope, step: 1, finish_reason: 'tool_calls' },
  { type: 'agent.tool.started', scope, step: 1, call: 'c1' },
  { type: 'scope.opened', scope: child, kind: 'child', name: SECRET, parent: { call: 'c1', scope, step: 1 } },
  { type: 'message.posted', scope: child, author: '@coder', parts: [{ type: 'text', text: SECRET }], delivery: 'now' },
  { type: 'agent.step.started', scope: child, step: 1 },
  { type: 'agent.text.delta', scope: child, step: 1, part: 0, offset: 0, text: SECRET },
  { type: 'agent.step.completed', scope: child, step: 1, finish_reason: 'stop' },
  { type: 'request.opened', scope: child, request: 'q1', kind: 'question', call: 'c9', step: 1, title: 'May it?' },
  { type: 'request.resolved', scope: child, request: 'q1', decision: 'expired' },
  { type: 'agent.tool.output.delta', scope, step: 1, call: 'c1', offset: 0, text: SECRET },
  {
    type: 'agent.tool.completed',
    scope,
    step: 1,
    call: 'c1',
    outcome: 'done',
    parts: [{ type: 'text', text: SECRET }],
  },
  { type: 'agent.step.started', scope, step: 2 },
  { type: 'agent.text.delta', scope, step: 2, part: 0, offset: 0, text: 'Done.' },
  { type: 'agent.step.completed', scope, step: 2, finish_reason: 'stop' },
  {
    type: 'agent.continuation',
    scope,
    should_continue: false,
    stop_reason: 'completed',
    resolved_by: 'finish',
    evaluations: [{ criterion: 'guard', verdict: 'pass', reason: `${SECRET} was called once` }],
  },
  { type: 'agent.status', scope, status: 'completed' },
];
const ledger = (history: readonly EventDraft[]): readonly LedgerEvent[] =>
  history.map((draft, index) => ({ v: 1, thread: 't', seq: index + 1, at: index + 1, ...draft }));
const events = ledger(drafts);

describe('a member that does not show its tool calls', () => {
  const withholding = new Withholding();
  const left = events.map((event) => withholding.pass(event));

  it('neither names, arguments, results, child runs nor counts leave', () => {
    expect(JSON.stringify(left)).not.toContain(SECRET);
    expect(JSON.stringify(left)).not.toContain('"tool_calls"');
    expect(JSON.stringify(left)).not.toContain(child);
    expect(left.filter(({ type }) => type.startsWith('agent.tool.'))).toEqual([]);
    expect(foldAll(left).calls.byPlace.size).toBe(0);
  });

  it('words, answers and what a person is asked do, each event in its place', () => {
    const text = JSON.stringify(timeline(threadOf(left.slice(0, 16))));
    for (const words of ['I look.', 'May it?']) expect(text).toContain(words);
    expect(JSON.stringify(timeline(threadOf(left)))).toContain('Done.');
    expect(left.map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq));
    expect(foldAll(left).anomalies.count).toBe(0);
  });

  it('wherever a reader begins, and whatever it learnt before, it is the same', () => {
    const reconnected = new Withholding();
    for (const event of events) if (event.type === 'scope.opened') reconnected.pass(event);
    for (let from = events.length; from >= 0; from -= 1) {
      expect(events.slice(from).map((event) => reconnected.pass(event))).toEqual(left.slice(from));
    }
  });

  it('what was shown before it was hidden stays shown, and what a rewind made the state forget stays hidden', () => {
    const opened = { type: 'scope.opened', scope, kind: 'member', name: 'Coder' } as const;
    const called = {
      type: 'agent.tool.called',
      scope,
      step: 1,
      part: 0,
      call: 'c1',
      name: 'x',
      arguments: '',
    } as const;
    const history = ledger([
      { type: 'thread.created' },
      opened,
      called,
      { type: 'thread.rewound', to: 1 },
      { ...opened, show_tool_calls: false },
      called,
      { type: 'thread.rewound', to: 1 },
      called,
      opened,
      called,
    ]);
    const first = new Withholding();
    const types = history.map((event) => first.pass(event).type);
    expect(types.map((type) => type === 'event.withheld')).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
      false,
      true,
      false,
      true,
    ]);
    expect(history.map((event) => first.pass(event).type)).toEqual(types);
  });
});

describe('everybody else', () => {
  it.each(goldenNames)('%s leaves as it is', (name) => {
    const withholding = new Withholding();
    for (const event of readGolden(name)) expect(withholding.pass(event)).toBe(event);
  });

  it('in any history of members that show theirs, too', () => {
    fc.assert(
      fc.property(arbitraryHistory(), (history) => {
        const withholding = new Withholding();
        for (const event of history) expect(withholding.pass(event)).toBe(event);
      }),
      { numRuns: 50 },
    );
  });
});
