import { describe, expect, test } from 'vitest';
import { appendDrafts } from '../../ledger/append-drafts.ts';
import { callStatus } from '../../ledger/call.ts';
import { parseEvent } from '../../ledger/check/parse-event.ts';
import { emptyThread } from '../../ledger/fold/empty-thread.ts';
import { foldOnto } from '../../ledger/fold/fold.ts';
import type { LedgerEvent } from '../../ledger/ledger-event.ts';
import type { ThreadState } from '../../ledger/thread-state.ts';
import { linesOf } from '../../timeline/lines/lines-of.ts';
import { threadOf, timeline } from '../../timeline/timeline.ts';
import { toChatMessages } from '../../contract/chat/to-chat-messages.ts';
import { agUiReader } from './ag-ui-reader.ts';

interface Read {
  readonly events: readonly LedgerEvent[];
  readonly state: ThreadState;
  readonly lines: readonly string[];
  readonly calls: readonly string[];
}

/** What is read of a stream; `end`: that no more comes is told. */
function read(stream: readonly object[], { end = true } = {}): Read {
  const reader = agUiReader();
  const drafts = [...stream.flatMap((event) => reader.push(event)), ...(end ? reader.end() : [])];
  const events = appendDrafts(emptyThread('t'), drafts, 0);
  for (const event of events) expect(parseEvent(event)).toMatchObject({ ok: true });
  const state = foldOnto(emptyThread('t'), events);
  expect(state.anomalies.count).toBe(0);
  const lines = [...linesOf(timeline(threadOf(events)).items, 'whole')].map(({ spans }) =>
    spans.map(({ text }) => text).join(''),
  );
  const calls = [...state.calls.byPlace.entries()].map(([, call]) => `${call.id} ${callStatus(call)}`).toSorted();
  return { events, state, lines, calls };
}

/** The maps of a state have an order of their own. */
const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

const RUN = { type: 'RUN_STARTED', threadId: 't', runId: 'r1' };
const DONE = { type: 'RUN_FINISHED', threadId: 't', runId: 'r1' };
const text = (messageId: string, ...deltas: string[]): object[] => [
  { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
  ...deltas.map((delta) => ({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta })),
  { type: 'TEXT_MESSAGE_END', messageId },
];
const call = (toolCallId: string, name: string, ...deltas: string[]): object[] => [
  { type: 'TOOL_CALL_START', toolCallId, toolCallName: name },
  ...deltas.map((delta) => ({ type: 'TOOL_CALL_ARGS', toolCallId, delta })),
  { type: 'TOOL_CALL_END', toolCallId },
];
const result = (toolCallId: string, content: unknown, more: object = {}): object => ({
  type: 'TOOL_CALL_RESULT',
  messageId: `m-${toolCallId}`,
  toolCallId,
  content,
  ...more,
});
const node = (stepName: string, ...inside: object[]): object[] => [
  { type: 'STEP_STARTED', stepName },
  ...inside,
  { type: 'STEP_FINISHED', stepName },
];

describe('a stream of AG-UI becomes a thread', () => {
  test.each([
    ['without steps', (...parts: object[][]): object[] => parts.flat()],
    [
      'with a step for each node of a graph',
      (...parts: object[][]): object[] => parts.flatMap((part, at) => node(`n${at % 2}`, ...part)),
    ],
  ])('words, calls and results, %s: what follows a result is the next step', (_, laid) => {
    const { lines, state, calls } = read([
      RUN,
      ...laid(
        [
          ...text('a', 'I will ', 'look.'),
          ...call('c1', 'search', '{"q":', '"x"}'),
          ...call('c2', 'search', '{"q":"y"}'),
        ],
        [result('c2', 'two'), result('c1', 'one')],
        text('b', 'Found.'),
      ),
      { ...DONE, usage: [{ inputTokens: 10, outputTokens: 4, cachedInputTokens: 3 }] },
    ]);
    expect(lines).toEqual([
      '🔧 2 tool calls (hide details)',
      'I will look.',
      'search(q=x) → one',
      'search(q=y) → two',
      '',
      'Found.',
      'Assistant · 4 tokens',
    ]);
    expect(calls).toEqual(['c1 done', 'c2 done']);
    const steps = [...state.steps.entries()].toSorted(byKey).map(([, { end }]) => [end?.reason, end?.usage]);
    expect(steps).toEqual([
      ['tool_calls', undefined],
      ['stop', { input_tokens: 7, output_tokens: 4, cache_read_tokens: 3 }],
    ]);
    expect(state.scopes.get('')?.status).toBe('completed');
  });

  test('chunks, reasoning and what a person says', () => {
    const { lines, calls } = read([
      RUN,
      { type: 'TEXT_MESSAGE_START', messageId: 'u', role: 'user' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'u', delta: 'hello' },
      { type: 'TEXT_MESSAGE_END', messageId: 'u' },
      { type: 'REASONING_MESSAGE_CHUNK', messageId: 'r', delta: 'hm' },
      { type: 'TOOL_CALL_CHUNK', toolCallId: 'c1', toolCallName: 'look', delta: '{"a":' },
      { type: 'TOOL_CALL_CHUNK', delta: '1}' },
      result('c1', '0'),
      { type: 'TEXT_MESSAGE_CHUNK', messageId: 'a', delta: 'It ' },
      { type: 'TEXT_MESSAGE_CHUNK', delta: 'is 0.' },
      DONE,
    ]);
    expect(lines).toEqual(expect.arrayContaining(['You: hello', 'hm', 'look(a=1) → 0', 'It is 0.']));
    expect(calls).toEqual(['c1 done']);
  });

  test('a call of the page waits for us; whether a call runs is not claimed', () => {
    const { state, calls, events } = read([RUN, ...call('c1', 'confirm', '{}'), DONE]);
    expect(calls).toEqual(['c1 called']);
    expect(state.scopes.get('')?.status).toBe('awaiting_user');
    expect(events.some(({ type }) => type === 'agent.tool.started')).toBe(false);
  });

  test('the next run is complete, though a call of the run before it has no result; its result reaches it later', () => {
    const first = [RUN, ...call('c1', 'confirm', '{}'), DONE];
    const next = [{ ...RUN, runId: 'r2' }, ...text('a', 'Well.'), { ...DONE, runId: 'r2' }];
    const over = read([...first, ...next]);
    expect([over.state.scopes.get('')?.status, ...over.calls]).toEqual(['completed', 'c1 called']);
    expect(toChatMessages(over.state).map(({ toolActivity }) => toolActivity?.isActive)).not.toContain(true);
    expect(read([...first, ...next, { ...RUN, runId: 'r3' }, result('c1', 'yes'), DONE]).calls).toEqual(['c1 done']);
  });

  test.each([
    ['an error', [{ type: 'RUN_ERROR', message: 'no model' }], 'failed', 'c1 interrupted'],
    ['a cut', [], 'failed', 'c1 interrupted'],
    ['a cancelled run', [{ ...DONE, outcome: { type: 'cancelled' } }], 'cancelled', 'c1 interrupted'],
  ])('%s: nothing looks like running, or like success', (_, last, status, outcome) => {
    const { state, calls } = read([RUN, ...text('a', 'so'), ...call('c1', 'look', '{}'), ...last]);
    expect([state.scopes.get('')?.status, ...calls]).toEqual([status, outcome]);
  });

  test('an error in the words of a result is told by a snapshot alone, and is taken from it', () => {
    const { calls } = read([
      RUN,
      ...call('c1', 'look', '{}'),
      {
        type: 'MESSAGES_SNAPSHOT',
        messages: [{ id: 'x', role: 'tool', toolCallId: 'c1', content: 'bad', error: 'bad' }],
      },
      DONE,
    ]);
    expect(calls).toEqual(['c1 failed']);
  });

  test('an interrupt asks a person, and the next run says how it was settled', () => {
    const interrupts = [
      { id: 'i1', reason: 'tool_approval', toolCallId: 'c1', message: 'Delete it?' },
      { id: 'i2', reason: 'input_required', message: 'Which one?' },
    ];
    const stream = [RUN, ...call('c1', 'remove', '{"a":1}'), { ...DONE, outcome: { type: 'interrupt', interrupts } }];
    const asked = read(stream);
    expect(
      [...asked.state.requests.entries()].toSorted(byKey).map(([id, { kind, settled }]) => [id, kind, settled]),
    ).toEqual([
      ['i1', 'approval', undefined],
      ['i2', 'question', undefined],
    ]);
    expect(asked.state.scopes.get('')?.status).toBe('awaiting_user');
    const resume = [
      { interruptId: 'i1', status: 'resolved', payload: { approved: true } },
      { interruptId: 'i2', status: 'cancelled' },
    ];
    const { state, calls } = read([
      ...stream,
      { ...RUN, runId: 'r2', input: { resume } },
      result('c1', 'removed'),
      DONE,
    ]);
    expect([...state.requests.entries()].toSorted(byKey).map(([id, { settled }]) => [id, settled?.decision])).toEqual([
      ['i1', 'once'],
      ['i2', 'withdrawn'],
    ]);
    expect(calls).toEqual(['c1 done']);
    const no = [{ interruptId: 'i1', status: 'resolved', payload: { approved: false } }];
    const denied = read([
      ...stream,
      { ...RUN, runId: 'r2', input: { resume: no } },
      result('c1', 'Not allowed.'),
      DONE,
    ]);
    expect(denied.calls).toEqual(['c1 denied']);
  });

  test.each(['denied', 'skipped', 'interrupted', 'lost', 'failed'])(
    '[embedder] a call that ended as %s without a word is said to have failed only if it did',
    (outcome) => {
      const { lines, calls } = read([
        RUN,
        ...call('c1', 'search', '{}'),
        result('c1', '', { metadata: { toolthread: { outcome } } }),
        DONE,
      ]);
      expect(calls).toEqual([`c1 ${outcome}`]);
      expect(lines.join('\n').includes('It failed')).toBe(outcome === 'failed');
    },
  );

  test('[embedder] media of every version are kept', () => {
    const old = { type: 'binary', mimeType: 'image/png', data: 'QUJD', filename: 'a.png' };
    const typed = (mimeType?: string): object => ({
      type: 'image',
      source: { type: 'data', value: 'QUJD', ...(mimeType === undefined ? {} : { mimeType }) },
    });
    const content = [old, typed('application/pdf'), typed('IMAGE/PNG'), typed()];
    const { state } = read([{ type: 'MESSAGES_SNAPSHOT', messages: [{ id: 'u', role: 'user', content }] }]);
    const [said] = [...state.log].flatMap((entry) => (entry.kind === 'message' ? [entry.message.parts] : []));
    const source = { kind: 'base64', data: 'QUJD' };
    expect(said).toEqual([
      { type: 'image', media_type: 'image/png', source, name: 'a.png' },
      // The media type says what it is.
      { type: 'file', media_type: 'application/pdf', source },
      { type: 'image', media_type: 'IMAGE/PNG', source },
      { type: 'image', media_type: 'application/octet-stream', source },
    ]);
  });

  test('a history comes as a snapshot, once: told again under other ids it is not read again', () => {
    const messages = [
      { id: 'u', role: 'user', content: 'hello' },
      {
        id: 'a',
        role: 'assistant',
        content: 'Let me see.',
        toolCalls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }],
      },
      { id: 't', role: 'tool', toolCallId: 'c1', content: 'seen' },
      { id: 'b', role: 'assistant', content: 'Hello.' },
    ];
    const history = { type: 'MESSAGES_SNAPSHOT', messages };
    const { lines } = read([RUN, history, DONE]);
    expect(lines).toEqual([
      'You: hello',
      '🔧 1 tool call (hide details)',
      'Let me see.',
      'look() → seen',
      '',
      'Hello.',
    ]);
    const again = {
      type: 'MESSAGES_SNAPSHOT',
      messages: messages.map((message) => ({ ...message, id: `other-${message.id}` })),
    };
    expect(read([RUN, history, again, DONE]).lines).toEqual(lines);
  });

  test('a subagent is a child run in its call', () => {
    const of = (event: object): object => ({ ...event, subagentRunId: 's1' });
    const { lines, state } = read([
      RUN,
      ...call('c1', 'task', '{}'),
      { type: 'SUBAGENT_STARTED', subagentRunId: 's1', name: 'explorer', parentToolCallId: 'c1' },
      ...text('sa', 'Looking.').map(of),
      { type: 'SUBAGENT_FINISHED', subagentRunId: 's1' },
      result('c1', 'found'),
      ...text('b', 'Done.'),
      DONE,
    ]);
    expect(lines).toEqual(expect.arrayContaining(['↳ explorer', 'Looking.', 'Done.']));
    expect(state.scopes.get('child:s1')?.status).toBe('completed');
  });

  test('a subagent that waits has not completed, and goes on in the next run', () => {
    const told = (last: object[]): unknown => {
      const { state } = read([RUN, { type: 'SUBAGENT_STARTED', subagentRunId: 's1', name: 'explorer' }, ...last]);
      return state.scopes.get('child:s1')?.status;
    };
    const suspended = { type: 'SUBAGENT_FINISHED', subagentRunId: 's1', outcome: { type: 'suspended' } };
    const asked = { ...DONE, outcome: { type: 'interrupt', interrupts: [{ id: 'i1', reason: 'x' }] } };
    const waiting = [...text('a', 'so').map((event) => ({ ...event, subagentRunId: 's1' })), suspended, asked];
    expect(told(waiting)).toBe('awaiting_user');
    const again = [RUN, { type: 'SUBAGENT_STARTED', subagentRunId: 's1', name: 'explorer' }];
    const more = text('b', 'on').map((event) => ({ ...event, subagentRunId: 's1' }));
    expect(told([...waiting, ...again, ...more])).toBe('failed');
    expect(told([...waiting, ...again, ...more, { type: 'SUBAGENT_FINISHED', subagentRunId: 's1' }, DONE])).toBe(
      'completed',
    );
  });

  test('what is no event says nothing', () => {
    for (const event of [
      null,
      0,
      'x',
      [],
      {},
      { type: 'NEW_THING' },
      { type: 'STATE_DELTA', delta: [] },
      { type: 'RAW' },
    ])
      expect(agUiReader().push(event)).toEqual([]);
  });
});

describe('[12.1] calls without an id', () => {
  const whole = (name: string, ids: object): object[] => [
    { type: 'TOOL_CALL_START', toolCallName: name, ...ids },
    { type: 'TOOL_CALL_ARGS', delta: `{"of":"${name}"}`, ...ids },
    { type: 'TOOL_CALL_END', ...ids },
  ];
  const chunk = (name: string, ids: object): object[] => [
    { type: 'TOOL_CALL_CHUNK', toolCallName: name, delta: '{"of":', ...ids },
    { type: 'TOOL_CALL_CHUNK', delta: `"${name}"}`, ...ids },
  ];
  const told = (content: string, ids: object): object => ({
    type: 'TOOL_CALL_RESULT',
    messageId: content,
    content,
    ...ids,
  });

  test.each([
    ['not given', {}],
    ['empty', { toolCallId: '' }],
  ])('%s: each is a call of its own, and the results are theirs in order', (_, ids) => {
    for (const made of [whole, chunk]) {
      const stream = [RUN, ...made('a', ids), ...made('b', ids), told('of a', ids), told('of b', ids), DONE];
      const { state } = read(stream);
      const calls = [...state.calls.byPlace.entries()].map(([, one]) => one).toSorted((a, b) => a.part - b.part);
      expect(calls.map(({ name, arguments: given }) => `${name} ${given}`)).toEqual(['a {"of":"a"}', 'b {"of":"b"}']);
      expect(calls.map(({ state: { name, ...rest } }) => ({ name, ...rest }))).toMatchObject([
        { name: 'settled', result: { outcome: 'done', parts: [{ text: 'of a' }] } },
        { name: 'settled', result: { outcome: 'done', parts: [{ text: 'of b' }] } },
      ]);
    }
  });
});

describe('an id of a call that comes again in the next run', () => {
  const made = [
    { type: 'TOOL_CALL_START', toolCallId: 'call_0', toolCallName: 'search' },
    { type: 'TOOL_CALL_END', toolCallId: 'call_0' },
  ];
  const gave = (messageId: string, content: string): object => ({
    type: 'TOOL_CALL_RESULT',
    messageId,
    toolCallId: 'call_0',
    content,
  });
  const stored = (id: string, content: string): object => ({ id, role: 'tool', toolCallId: 'call_0', content });
  const results = (stream: readonly object[]): string[] =>
    toChatMessages(read(stream).state).flatMap(({ toolCalls = [] }) => toolCalls.map((call) => String(call.result)));

  test('is another call', () => {
    expect(results([RUN, ...made, gave('t1', 'One'), DONE, RUN, ...made, gave('t2', 'Two'), DONE])).toEqual([
      'One',
      'Two',
    ]);
  });

  test('a snapshot gives it its own result, never the first one again', () => {
    const before = [RUN, ...made, gave('t1', 'One'), DONE, RUN, ...made];
    const snapshot = (...messages: readonly object[]): object => ({ type: 'MESSAGES_SNAPSHOT', messages });
    expect(results([...before, snapshot(stored('t1', 'One'), stored('t2', 'Two')), DONE])).toEqual(['One', 'Two']);
    expect(results([...before, snapshot(stored('t1', 'One')), gave('t2', 'Two'), DONE])).toEqual(['One', 'Two']);
  });

  test('is not denied because the first one was', () => {
    const interrupts = [{ id: 'ask', reason: 'tool_approval', toolCallId: 'call_0', message: 'May I?' }];
    const asks = { ...DONE, outcome: { type: 'interrupt', interrupts } };
    const denied = { interruptId: 'ask', status: 'resolved', payload: { approved: false } };
    const resumed = { ...RUN, input: { messages: [], resume: [denied] } };
    const { calls } = read([RUN, ...made, asks, resumed, gave('t1', 'No.'), ...made, gave('t2', 'Two'), DONE]);
    expect(calls).toEqual(['call_0 denied', 'call_0 done']);
  });
});

test.each([
  ['a run that failed', [{ type: 'RUN_ERROR', message: 'Overloaded' }]],
  ['a stream that broke off', []],
])('words that nothing replaced stay the answer that broke off: %s', (_, end) => {
  const said = { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'Three files.' };
  const { lines, state } = read([RUN, { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' }, said, ...end]);
  expect(lines.join('\n')).toMatch(/Three files\.[^]*Incomplete/);
  expect(lines.join('\n')).not.toContain('Discarded');
  expect(toChatMessages(state).map(({ content }) => content)).toContain('Three files.');
});
