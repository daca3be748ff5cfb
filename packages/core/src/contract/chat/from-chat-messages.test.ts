import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LedgerEvent, SourceRecord } from '../../ledger/ledger-event.ts';
import { foldAll } from '../../ledger/fold/fold.ts';
import { isoTime } from '../iso-time.ts';
import type { ChatMessage, ChatMessageInput, ToolCall } from './chat-message.ts';
import { fromChatMessages } from './from-chat-messages.ts';
import { toChatMessages } from './to-chat-messages.ts';

const T0 = Date.UTC(2026, 0, 16, 10, 5);
const createdAt = isoTime(T0);

/** A list that lies about its type, as stored lists do. */
function untrusted(value: unknown): readonly ChatMessageInput[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the point of the tests
  return value as readonly ChatMessageInput[];
}
const again = (messages: readonly ChatMessageInput[]): ChatMessage[] =>
  toChatMessages(foldAll(fromChatMessages(messages)));
const records = (events: readonly LedgerEvent[]): SourceRecord[] =>
  events.filter((event) => event.type === 'source.record');
const fates = (value: unknown): string[] =>
  records(fromChatMessages(untrusted(value))).map(({ fate, rule }) => (rule === undefined ? fate : `${fate}: ${rule}`));

describe('a stored chat', () => {
  const call = fc.record({
    // Arguments travel as text, and JSON has no negative zero.
    args: fc
      .dictionary(fc.string(), fc.jsonValue(), { maxKeys: 2 })
      .map((args): Record<string, unknown> => JSON.parse(JSON.stringify(args))),
    commentary: fc.option(fc.constantFrom('I search.', 'Reading [1].', '{"a":1}'), { nil: undefined }),
    end: fc.oneof(
      fc.jsonValue().map((result) => ({ status: 'completed' as const, result })),
      fc.constant({ status: 'completed' as const }),
      fc.string().map((error) => ({ status: 'error' as const, error })),
    ),
  });
  const turn = fc.record({
    role: fc.constantFrom('user', 'assistant', 'system'),
    text: fc.string({ minLength: 1 }).map((text) => `Answer ${text}`.trim()),
    calls: fc.array(call, { maxLength: 4 }),
  });
  const chat = fc.array(turn).map((turns): ChatMessage[] =>
    turns.map(({ role, text, calls }, index) => {
      const base = { id: `m-${index}`, content: text, createdAt: isoTime(T0 + index) };
      if (role !== 'assistant') return { ...base, role: role === 'user' ? 'user' : 'system' };
      const toolCalls = calls.map(({ args, commentary, end }, place): ToolCall => ({
        id: `c-${index}-${place}`,
        name: 'get_note',
        args,
        ...end,
        ...(commentary === undefined ? {} : { commentary }),
      }));
      return {
        ...base,
        role: 'assistant',
        toolActivity: { isActive: false },
        ...(toolCalls.length === 0 ? {} : { toolCalls }),
      };
    }),
  );

  test('that is well-formed comes back as it was', () => {
    fc.assert(
      fc.property(chat, (messages) => {
        expect(again(messages)).toEqual(messages);
        expect(foldAll(fromChatMessages(messages)).anomalies.count).toBe(0);
      }),
    );
  });

  test('that is older: no activity is none, no commentary is none, commentary in the content is taken out of it', () => {
    const old = {
      id: '1',
      role: 'assistant' as const,
      content: 'I search. Here it is.',
      createdAt,
      toolCalls: [
        { id: 'c1', name: 'search', args: {}, status: 'completed' as const, commentary: 'I search.' },
        { id: 'c2', name: 'read', args: {}, status: 'completed' as const },
      ],
    };
    expect(again([old])).toEqual([{ ...old, content: 'Here it is.', toolActivity: { isActive: false } }]);
  });

  test('may hold its times as Date, text or number', () => {
    const times = [new Date(T0), createdAt, T0].map((time) => ({
      id: String(time),
      role: 'user' as const,
      content: 'x',
      createdAt: time,
    }));
    expect(again(times).map((message) => message.createdAt)).toEqual([createdAt, createdAt, createdAt]);
    expect(again([{ id: '1', role: 'user', content: 'x', createdAt: new Date(Number.NaN) }])[0]?.createdAt).toBe(
      isoTime(0),
    );
  });

  test('[L3] a call left running by a chat that is not active any more is lost, and says so; in an active one it runs', () => {
    const message = (isActive: boolean): ChatMessage => ({
      id: '1',
      role: 'assistant',
      content: '',
      createdAt,
      toolCalls: [
        { id: 'c1', name: 'a', args: {}, status: 'running' },
        { id: 'c2', name: 'b', args: {}, status: 'pending' },
      ],
      toolActivity: { isActive },
    });
    expect(again([message(false)])[0]?.toolCalls).toMatchObject([
      { status: 'pending', error: 'Lost' },
      { status: 'pending', error: 'Lost' },
    ]);
    const [call] = again([message(false)])[0]?.toolCalls ?? [];
    expect(again(again([message(false)]))[0]?.toolCalls?.[0]).toEqual(call);
    expect(again([message(true)])[0]).toMatchObject({
      toolCalls: [{ status: 'running' }, { status: 'pending' }],
      toolActivity: { isActive: true, currentStep: 'a' },
    });
    const later: ChatMessage = { id: '2', role: 'user', content: 'hello?', createdAt };
    expect(again([message(true), later])[0]).toMatchObject({ toolActivity: { isActive: false } });
  });

  test('[L3] a completed call with an error has failed, and the words of both are kept', () => {
    const chat = (error: unknown): ChatMessage[] => [
      {
        id: '1',
        role: 'assistant',
        content: '',
        createdAt,
        toolCalls: [{ id: 'c1', name: 'a', args: {}, status: 'completed', result: 'half', error: error as string }],
      },
    ];
    expect(again(chat('disk is gone'))[0]?.toolCalls).toMatchObject([
      { status: 'error', error: 'disk is gone', result: 'half' },
    ]);
    for (const none of ['', null, undefined])
      expect(again(chat(none))[0]?.toolCalls).toMatchObject([{ status: 'completed', result: 'half' }]);
  });

  test('[L4] has one record for every message, that says what became of it', () => {
    expect(
      fates([
        { id: '1', role: 'user', content: 'hi', createdAt },
        { id: '1', role: 'user', content: 'hi', createdAt },
        7,
        { id: '2', role: 'bot', content: 'hi' },
        { id: '3', role: 'user', content: ['hi'] },
        { id: '4', role: 'assistant', content: 'hi', toolCalls: {} },
        { id: '5', role: 'assistant', content: 'hi', toolCalls: [{ id: 'c', name: 'a' }] },
        { id: '6', role: 'assistant', content: 'hi', toolCalls: [null] },
      ]),
    ).toEqual([
      'shown',
      'folded: repeated_message',
      'malformed: not_an_object',
      'malformed: unknown_role',
      'malformed: content_is_no_text',
      'shown: tool_calls_are_no_list',
      'shown: tool_call_without_status',
      'shown: tool_call_without_name',
    ]);
  });

  test('two turns of one id, and turns that follow each other, stay two', () => {
    const turns = ['one', 'two', 'three'].map((content) => ({
      id: 'same',
      role: 'assistant' as const,
      content,
      createdAt,
    }));
    expect(again(turns).map(({ content }) => content)).toEqual(['one', 'two', 'three']);
  });

  test('with any JSON in it: no throw, no lost neighbour, no event the fold refuses', () => {
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          id: fc.constantFrom('a', 'b', '', 4),
          role: fc.constantFrom('user', 'assistant', 'system', 'bot'),
          content: fc.oneof(fc.string(), fc.jsonValue()),
          createdAt: fc.oneof(fc.jsonValue(), fc.constant({ getTime: 5 })),
          toolActivity: fc.oneof(fc.jsonValue(), fc.record({ isActive: fc.boolean() })),
          toolCalls: fc.oneof(
            fc.jsonValue(),
            fc.array(
              fc.record(
                {
                  id: fc.constantFrom('a', 'b', null),
                  name: fc.constantFrom('n', '', null),
                  args: fc.jsonValue(),
                  result: fc.jsonValue(),
                  error: fc.jsonValue(),
                  status: fc.constantFrom('running', 'pending', 'completed', 'error', 'odd'),
                  commentary: fc.oneof(fc.string(), fc.jsonValue()),
                },
                { requiredKeys: [] },
              ),
            ),
          ),
        },
        { requiredKeys: [] },
      ),
    );
    fc.assert(
      fc.property(fc.array(odd), fc.array(odd), (before, behind) => {
        const mine = { id: 'mine', role: 'user', content: 'here I am', createdAt };
        const events = fromChatMessages(untrusted([...before, mine, ...behind]));
        expect(records(events).length).toBe(before.length + behind.length + 1);
        const state = foldAll(events);
        expect(state.anomalies.first.toArray()).toEqual([]);
        const messages = toChatMessages(state);
        expect(messages.filter(({ content }) => content === 'here I am')).toHaveLength(1);
        expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
      }),
    );
    expect(fates({ role: 'nobody' })).toHaveLength(1);
  });
});

test('a call has the id that the chat gives it, and one of its own where that is taken', () => {
  const toolCalls = ['call_abc', 'call_abc', '', 'call-3'].map((id): ToolCall => ({
    id,
    name: 'pwd',
    args: {},
    status: 'completed',
  }));
  const events = fromChatMessages([{ id: 'm1', role: 'assistant', content: '', createdAt: 0, toolCalls }]);
  const ids = events.flatMap((event) => (event.type === 'agent.tool.called' ? [event.call] : []));
  expect(ids[0]).toBe('call_abc');
  expect(new Set(ids).size).toBe(4);
});
