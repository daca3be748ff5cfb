import { describe, expect, test } from 'vitest';
import { appendDrafts } from '../../ledger/append-drafts.ts';
import { renderText } from '../../blocks/render-text.ts';
import { callStatus } from '../../ledger/call.ts';
import { emptyThread } from '../../ledger/fold/empty-thread.ts';
import { foldOnto } from '../../ledger/fold/fold.ts';
import type { EventDraft, LedgerEvent } from '../../ledger/ledger-event.ts';
import type { ThreadState } from '../../ledger/thread-state.ts';
import { answerText } from '../../timeline/lines/answer-text.ts';
import { threadOf, timeline } from '../../timeline/timeline.ts';
import { aiSdkReader } from './ai-sdk-reader.ts';

const called = { type: 'tool-call', toolCallId: 'c1', toolName: 'search', input: {} };
const result = (output: string, more: object = {}): object => ({
  type: 'tool-result',
  toolCallId: 'c1',
  toolName: 'search',
  output,
  ...more,
});

test('a preliminary result settles nothing: the call runs until its last one', () => {
  const reader = aiSdkReader();
  const completed = (part: object): readonly EventDraft[] =>
    reader.push(part).filter(({ type }) => type === 'agent.tool.completed');
  expect(completed(called)).toEqual([]);
  for (const part of ['half', 'more']) expect(completed(result(part, { preliminary: true }))).toEqual([]);
  expect(completed(result('whole'))).toMatchObject([{ call: 'c1', outcome: 'done', parts: [{ text: 'whole' }] }]);
});

describe('[attack 16.4] words after the last result of a step', () => {
  const words = (id: string, text: string): object[] => [
    { type: 'text-start', id },
    { type: 'text-delta', id, text },
    { type: 'text-end', id },
  ];
  const drawn = (parts: readonly object[]): readonly string[] => {
    const reader = aiSdkReader();
    const drafts = [...parts.flatMap((part) => reader.push(part)), ...reader.end()];
    const events = appendDrafts(emptyThread('t'), drafts, 0);
    expect(foldOnto(emptyThread('t'), events).anomalies.count).toBe(0);
    const thread = threadOf(events);
    return [...timeline(thread).items].flatMap((item) => (item.kind === 'answer' ? answerText(item) : []));
  };
  const finish = (finishReason: string): object[] => [
    { type: 'finish-step', finishReason },
    { type: 'finish', finishReason },
  ];
  const begun = [{ type: 'start' }, { type: 'start-step' }];

  test.each([{}, { providerExecuted: true }])('are the answer where the model says that it is done: %j', (more) => {
    const step = [...begun, { ...called, ...more }, result('r', more)];
    expect(drawn([...step, ...words('x', 'So.'), ...words('y', ' Done.'), ...finish('stop')])).toEqual(['So. Done.']);
  });

  test.each([
    ['the model waits for results', [called, result('r'), ...words('x', 'Wait.')], 'tool-calls'],
    ['a call follows', [called, result('r'), ...words('x', 'Wait.'), { ...called, toolCallId: 'c2' }], 'stop'],
    ['the call has no result', [called, ...words('x', 'Wait.')], 'stop'],
  ])('are not where %s', (_, parts, reason) => {
    expect(drawn([...begun, ...parts, ...finish(reason)])).toEqual([]);
  });
});

describe('a result that comes after its run', () => {
  const ends = [[{ type: 'abort' }], [{ type: 'error', errorText: 'Down.' }, { type: 'finish' }]];
  const read = (parts: readonly object[]): { readonly said: readonly string[]; readonly statuses: string[] } => {
    const reader = aiSdkReader();
    const drafts = parts.flatMap((part) => reader.push(part));
    const state = foldOnto(emptyThread('t1'), appendDrafts(emptyThread('t1'), drafts, 0));
    expect(state.anomalies.count).toBe(0);
    const statuses = drafts.flatMap((draft) => (draft.type === 'agent.status' ? [draft.status] : []));
    return { said: account(parts), statuses };
  };

  test.each(ends)('reaches its call, and begins no run: %j %j', (...end) => {
    const failure = { type: 'tool-error', toolCallId: 'c1', toolName: 'search', error: 'Late words' };
    const parts = [{ type: 'start' }, called, ...end];
    expect(read([...parts, result('Late')]).said).toEqual(['search {} done Late']);
    expect(read([...parts, failure]).said.join()).toMatch(/^search \{\} failed/);
    expect(read([...parts, result('Late')]).statuses).toEqual(read(parts).statuses);
  });

  test.each(ends)("is its own call's, where the next run has the id again: %j %j", (...end) => {
    const parts = [{ type: 'start' }, called, ...end, { type: 'start' }, { ...called, input: 2 }, result('Second')];
    expect(read(parts).said).toEqual([expect.stringMatching(/^search \{\} interrupted/), 'search 2 done Second']);
    expect(read([...parts, result('Late')]).said).toEqual(['search {} done Late', 'search 2 done Second']);
  });
});

test('an error inside an output is its message', () => {
  const output = [{ status: 'rejected', reason: new Error('no such note') }];
  const drafts = [called, { type: 'tool-result', toolCallId: 'c1', output }].flatMap((part) =>
    aiSdkReader().push(part),
  );
  expect(JSON.stringify(drafts)).toContain('no such note');
});

describe('[12.1] calls without an id', () => {
  const NO_IDS = [{}, { toolCallId: '' }, { toolCallId: null }, { id: '', toolCallId: undefined }];
  const made = (toolName: string, ids: object, more: object = {}): object => {
    return { type: 'tool-call', toolName, input: { of: toolName }, ...ids, ...more };
  };
  const gave = (toolName: string, ids: object): object => {
    return { type: 'tool-result', toolName, output: `of ${toolName}`, ...ids };
  };

  test.each(NO_IDS)('%j: each is a call of its own, and its result is found by name', (ids) => {
    const parts = [made('a', ids), made('b', ids), gave('b', ids), gave('a', ids)];
    expect(account(parts)).toEqual(['a {"of":"a"} done of a', 'b {"of":"b"} done of b']);
  });

  test.each(NO_IDS)('%j: of one name, in their order', (ids) => {
    const parts = [made('a', ids, { input: 1 }), made('a', ids, { input: 2 }), made('b', ids)];
    const results = [gave('b', ids), { ...gave('a', ids), output: 'one' }, { ...gave('a', ids), output: 'two' }];
    expect(account([...parts, ...results])).toEqual(['a 1 done one', 'a 2 done two', 'b {"of":"b"} done of b']);
  });

  test.each(NO_IDS)('%j: each has its own input, whole or streamed', (ids) => {
    const streamed = ['a', 'b'].flatMap((toolName) => [
      { type: 'tool-input-start', toolName, ...ids },
      { type: 'tool-input-delta', delta: `{"of":"${toolName}"}`, ...ids },
      { type: 'tool-input-end', ...ids },
    ]);
    const parts = [...streamed, made('b', ids), made('a', ids), gave('b', ids), gave('a', ids)];
    expect(account(parts)).toEqual(['a {"of":"a"} done of a', 'b {"of":"b"} done of b']);
  });

  test.each(NO_IDS)('%j: in a stream for a page, where a result has no name either, by the order', (ids) => {
    const parts = [
      { type: 'tool-input-available', toolName: 'a', input: {}, ...ids },
      { type: 'tool-input-available', toolName: 'b', input: {}, ...ids },
      { type: 'tool-output-available', output: 'of a', ...ids },
      { type: 'tool-output-error', errorText: 'of b', ...ids },
    ];
    expect(account(parts)).toEqual(['a {} done of a', 'b {} failed of b']);
  });

  test('only the result has none, or only the call', () => {
    const [a, b] = [{ toolCallId: 'c1' }, { toolCallId: 'c2' }];
    const both = ['a {"of":"a"} done of a', 'b {"of":"b"} done of b'];
    expect(account([made('a', a), made('b', b), gave('b', {}), gave('a', {})])).toEqual(both);
    expect(account([made('a', {}), made('b', {}), gave('b', b), gave('a', a)])).toEqual(both);
  });

  test('a result of an id is not given to another call of that name that has one', () => {
    const parts = [made('a', { toolCallId: 'c1' }), gave('a', { toolCallId: 'c9' })];
    expect(account(parts)).toEqual(['a {"of":"a"} interrupted The stream broke off while it ran.']);
  });

  test('an input that does not fit fails its own call, and no other of that name', () => {
    const parts = [
      made('a', {}),
      { type: 'tool-input-error', toolName: 'a', input: 'x', errorText: 'no' },
      gave('a', {}),
    ];
    expect(account(parts)).toEqual(['a {"of":"a"} done of a', 'a x failed no']);
  });

  test('a person is asked about the call that is named', () => {
    const asked = { type: 'tool-approval-request', approvalId: 'r1', toolCall: { toolName: 'b' } };
    const reader = aiSdkReader();
    const drafts = [made('a', {}), made('b', {}), asked].flatMap((part) => reader.push(part));
    expect(drafts.at(-1)).toMatchObject({ type: 'request.opened', name: 'b', proposed_arguments: '{"of":"b"}' });
  });
});

/** Each call of the thread, in the order in which they were made: its arguments, how it ended and with which words. */
function account(parts: readonly object[]): readonly string[] {
  const reader = aiSdkReader();
  const drafts = [...parts.flatMap((part) => reader.push(part)), ...reader.end()];
  const empty = emptyThread('t');
  const state = foldOnto(empty, appendDrafts(empty, drafts, 0));
  expect(state.anomalies.count).toBe(0);
  const calls = [...state.calls.byPlace.entries()]
    .map(([, call]) => call)
    .toSorted((a, b) => a.step - b.step || a.part - b.part);
  return calls.map((call) => {
    const ended = call.state.name === 'settled' ? call.state.result : undefined;
    const words = ended?.error?.message ?? ended?.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
    return `${call.name} ${call.arguments} ${callStatus(call)} ${words}`;
  });
}

describe('words of a step that failed', () => {
  const said = [
    { type: 'text-start', id: 't1' },
    { type: 'text-delta', id: 't1', text: 'Three files.' },
  ];
  const drawn = (parts: readonly object[]): string => {
    const reader = aiSdkReader();
    const drafts = [...parts.flatMap((part) => reader.push(part)), ...reader.end()];
    return renderText(timeline(threadOf(appendDrafts(emptyThread('t'), drafts, 0))), { form: 'expanded' });
  };
  const failed = [{ type: 'error', error: 'Overloaded' }];

  test.each([
    ['an error', failed],
    ['an error, and the end of the step', [...failed, { type: 'finish-step', finishReason: 'error' }]],
    ['a stream that broke off', []],
  ])('stay what was said, where nothing took their place: %s', (_, end) => {
    const text = drawn([{ type: 'start' }, { type: 'start-step' }, ...said, ...end]);
    expect(text).toContain('Three files.');
    expect(text).toContain('Incomplete');
    expect(text).not.toContain('Discarded');
  });

  test('are discarded where the step is tried again', () => {
    const text = drawn([{ type: 'start' }, { type: 'start-step' }, ...said, ...failed, { type: 'reset-step' }]);
    expect(text).toContain('Discarded attempt: Overloaded');
  });

  test.each([
    ['the SDK says that it stopped', { finishReason: 'stop' }],
    ['a stream for a page, which does not say why it ended', {}],
  ])('are the answer where the model goes on after the error; that is told beside it: %s', (_, why) => {
    const more = { type: 'text-delta', id: 't1', text: ' And a fourth.' };
    const ends = [
      { type: 'finish-step', ...why },
      { type: 'finish', finishReason: 'stop' },
    ];
    const text = drawn([{ type: 'start' }, { type: 'start-step' }, ...said, ...failed, more, ...ends]);
    expect(text).toContain('Three files. And a fourth.');
    expect(text).toContain('Error: Overloaded');
    expect(text).not.toMatch(/Incomplete|Discarded/);
  });

  test('without a word, there is nothing but the failure', () => {
    expect(drawn([{ type: 'start' }, { type: 'start-step' }, ...failed])).toContain('Discarded attempt: Overloaded');
  });
});

describe('[seed 004] a stream that is sent without its `finish`', () => {
  const statuses = (...parts: readonly object[]): unknown[] => {
    const reader = aiSdkReader();
    const drafts = [...parts.flatMap((part) => reader.push(part)), ...reader.end()];
    return drafts.flatMap((draft) => (draft.type === 'agent.status' ? [draft.status] : []));
  };
  const answer = [{ type: 'start-step' }, { type: 'text-delta', id: 't', delta: 'Done.' }];
  const over = { type: 'finish-step' };

  test('has ended where its last step is an answer that was told whole', () => {
    expect(statuses(...answer, over)).toEqual(['running', 'completed']);
    expect(statuses({ type: 'start-step' }, called, result('Found'), over, ...answer, over)).toEqual([
      'running',
      'completed',
    ]);
  });

  test('broke off where a step is open, a call has no result, the model would go on after one, or an error was told', () => {
    expect(statuses(...answer)).toEqual(['running', 'failed']);
    expect(statuses({ type: 'start-step' }, called, over)).toEqual(['running', 'failed']);
    expect(statuses({ type: 'start-step' }, called, result('Found'), over)).toEqual(['running', 'failed']);
    expect(statuses(...answer, over, { type: 'error', error: 'gone' })).toEqual(['running', 'failed']);
  });
});

describe('a stream for a page, which says why it ended only at its end', () => {
  const reasons = (...parts: readonly object[]): unknown[] => {
    const reader = aiSdkReader();
    const drafts = [...parts.flatMap((part) => reader.push(part)), ...reader.end()];
    return drafts.flatMap((draft) => (draft.type === 'agent.step.completed' ? [draft.finish_reason] : []));
  };
  const step = [{ type: 'start-step' }, { type: 'text-delta', id: 't', delta: 'Once upon' }, { type: 'finish-step' }];
  const metadata = { type: 'message-metadata', messageMetadata: {} };

  test.each([
    ['length', 'length'],
    ['content-filter', 'refusal'],
    ['other', 'unknown'],
    ['stop', 'stop'],
    [undefined, 'stop'],
  ])('%j is the reason of its last step', (finishReason, reason) => {
    expect(reasons(...step, { type: 'finish', finishReason })).toEqual([reason]);
    expect(reasons(...step, metadata, { type: 'data-note', data: 1 }, { type: 'finish', finishReason })).toEqual([
      reason,
    ]);
  });

  test('and of no step before it: that one was whole', () => {
    const first = [{ type: 'start-step' }, called, result('r'), { type: 'finish-step' }];
    expect(reasons(...first, ...step, { type: 'finish', finishReason: 'length' })).toEqual(['tool_calls', 'length']);
    expect(reasons(...step, { type: 'abort' })).toEqual(['stop']);
  });
});

describe('two streams of one thread, each with a reader of its own', () => {
  const told = (answer: string, after?: ThreadState): readonly EventDraft[] => {
    const reader = aiSdkReader({ run: answer, ...(after === undefined ? {} : { after }) });
    const parts = [
      { type: 'start-step' },
      { type: 'text-delta', id: 't', text: answer },
      { type: 'finish-step', finishReason: 'stop' },
      { type: 'finish', finishReason: 'stop' },
    ];
    return [...parts.flatMap((part) => reader.push(part)), ...reader.end()];
  };
  const asked: EventDraft = {
    type: 'message.posted',
    author: '@human',
    delivery: 'now',
    parts: [{ type: 'text', text: '?' }],
  };
  const answers = (events: readonly LedgerEvent[]): readonly string[] =>
    [...timeline(threadOf(events)).items].flatMap((item) => (item.kind === 'answer' ? answerText(item) : []));
  const first = appendDrafts(emptyThread('t'), [asked, ...told('One.')], 0);
  const state = foldOnto(emptyThread('t'), first);

  test.each(['Two.', 'One. And two.'])('that knows the thread: %j is the second answer', (second) => {
    const more = appendDrafts(state, [asked, ...told(second, state)], 0);
    expect(answers([...first, ...more])).toEqual(['One.', second]);
    expect(foldOnto(state, more).anomalies.count).toBe(0);
  });

  test.each(['Two.', 'Two, which is longer.', 'One. And two.'])(
    '[L4] that does not: %j is in no answer of another, and all of it is counted',
    (second) => {
      const more = appendDrafts(state, [asked, ...told(second)], 0);
      expect(answers([...first, ...more])).toEqual(['One.']);
      expect([...foldOnto(state, more).anomalies.first].map(({ type }) => type)).toEqual([
        'agent.step.started',
        'agent.text.delta',
        'agent.step.completed',
      ]);
    },
  );

  test('[L4] late words go on those of the step; what says something else in their place is counted', () => {
    const late = (text: string, offset: number): ThreadState =>
      foldOnto(state, appendDrafts(state, [{ type: 'agent.text.delta', step: 1, part: 0, offset, text }], 0));
    expect(late(' More.', 4).anomalies.count).toBe(0);
    expect(late('One. More.', 0).anomalies.count).toBe(0);
    expect(late('Two. More.', 0).anomalies.count).toBe(1);
    expect(late('Two.', 0).anomalies.count).toBe(1);
  });
});
