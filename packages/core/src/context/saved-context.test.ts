import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { problemsOf } from '../../test/problems-of.ts';
import { ContextManager } from './context-manager.ts';
import type { SavedContext } from './context-manager.ts';

const ID = fc.constantFrom('a', 'b', 'c', '');
const TEXT = fc.constantFrom('', 'x', 'First answer.', 'No result was recorded for this call.', ' \n');

type Move = (context: ContextManager) => unknown;

const move: fc.Arbitrary<Move> = fc.oneof(
  TEXT.map(
    (text): Move =>
      (context) =>
        context.addUserMessage(text),
  ),
  TEXT.map(
    (text): Move =>
      (context) =>
        context.addSystemMessage(text),
  ),
  TEXT.map(
    (text): Move =>
      (context) =>
        context.addAssistantMessage(text),
  ),
  fc.array(ID, { maxLength: 3 }).map((ids): Move => (context) => {
    const calls = ids.map((id) => ({ id, name: 'look', parameters: { id } }));
    return context.addAssistantMessageWithTools('I look.', calls);
  }),
  fc.tuple(ID, TEXT, fc.boolean()).map(([id, text, isError]): Move => (context) => {
    return context.addToolResult(id, text, isError);
  }),
  fc.nat(9).map(
    (id): Move =>
      (context) =>
        context.addChatMessages([{ id, author: '@pm', text: `line ${id}` }]),
  ),
  fc.constant<Move>((context) => context.flushUserBuffer()),
  fc.constant<Move>((context) => context.reportUsage({ input_tokens: 50, output_tokens: 5 })),
);

function saveAndRestore(context: ContextManager): ContextManager {
  const saved: SavedContext = JSON.parse(JSON.stringify(context));
  return ContextManager.fromMessages(saved);
}

const shown = (context: ContextManager): unknown => [
  JSON.stringify(context.messages),
  context.chatCursor,
  context.tokens,
];

test('[002 restore] a context that was saved at any moment goes on as one that never was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 12 }), fc.array(move, { maxLength: 8 }), async (before, after) => {
      const context = new ContextManager();
      for (const make of before) await make(context);
      const restored = saveAndRestore(context);
      expect(shown(restored)).toEqual(shown(context));
      for (const make of after) {
        await make(context);
        await make(restored);
        expect(shown(restored)).toEqual(shown(context));
      }
      await restored.flushUserBuffer();
      expect(problemsOf(restored.messages).filter((problem) => !problem.endsWith('empty'))).toEqual([]);
    }),
    { numRuns: 400 },
  );
});

test('[002 restore] any list of messages is put in order; calls that it leaves open can be answered', async () => {
  const context = ContextManager.fromMessages([
    { role: 'user', parts: [{ type: 'text', text: 'Where?' }] },
    { role: 'user', parts: [{ type: 'text', text: 'Quick.' }] },
    { role: 'assistant', parts: [{ type: 'call', id: 'c1', name: 'look', arguments: '{}', runs: 'here' }] },
  ]);
  context.addToolResult('c1', 'here', false);
  await context.flushUserBuffer();
  expect(context.messages.map(({ role, content }) => [role, content])).toEqual([
    ['user', 'Where?\n\nQuick.'],
    ['assistant', ''],
    ['user', ''],
  ]);
  expect(context.messages[2]?.toolResults).toEqual([{ toolCallId: 'c1', content: 'here', isError: false }]);
});

describe('[002 restore] messages with flat `toolCalls` and `toolResults`, as other programs keep them', () => {
  const given = (json: string): readonly never[] => JSON.parse(json);
  const flat = `[{"role":"user","content":"Go."},
    {"role":"assistant","content":"I look.","toolCalls":[{"id":"a","name":"look","parameters":{"q":1}}]},
    {"role":"user","content":"Quick.","toolResults":[{"toolCallId":"a","content":"Nothing.","isError":true}]}]`;

  test('calls and results are read, and are the same after a save', () => {
    const context = ContextManager.fromMessages(given(flat));
    for (const each of [
      context,
      saveAndRestore(context),
      ContextManager.fromMessages(given(JSON.stringify(context.messages))),
    ]) {
      const [, asked, answered] = each.messages;
      expect(asked?.toolCalls).toEqual([{ id: 'a', name: 'look', parameters: { q: 1 } }]);
      expect([asked?.content, answered?.content]).toEqual(['I look.', 'Quick.']);
      expect(answered?.toolResults).toEqual([{ toolCallId: 'a', content: 'Nothing.', isError: true }]);
      expect(problemsOf(each.messages)).toEqual([]);
    }
  });

  test('it is what the same calls of the manager make', async () => {
    const built = new ContextManager();
    built.addUserMessage('Go.');
    await built.flushUserBuffer();
    built.addAssistantMessageWithTools('I look.', [{ id: 'a', name: 'look', parameters: { q: 1 } }]);
    built.addToolResult('a', 'Nothing.', true);
    built.addUserMessage('Quick.');
    await built.flushUserBuffer();
    const views = (context: ContextManager): unknown =>
      context.messages.map(({ role, content, toolCalls, toolResults }) => ({ role, content, toolCalls, toolResults }));
    expect(views(ContextManager.fromMessages(given(flat)))).toEqual(views(built));
  });

  test.each([
    '{"role":"assistant","content":"","toolCalls":[{"id":7,"name":"look","parameters":{"q":"KEPT"}}]}',
    '{"role":"assistant","content":"","toolCalls":{"name":"KEPT"}}',
    '{"role":"assistant","content":"","toolResults":[{"toolCallId":"a","content":"KEPT"}]}',
    '{"role":"user","content":"","toolCalls":[{"id":"a","name":"look","parameters":{"q":"KEPT"}}]}',
    '{"role":"user","content":"","toolResults":[{"content":"KEPT"}]}',
    '{"role":"user","content":"","toolResults":["KEPT"]}',
    '{"role":"user","toolResults":[{"toolCallId":"nobody","content":{"found":"KEPT"},"isError":"yes"}]}',
    '{"role":"system","content":"S","toolResults":[{"toolCallId":"a","content":"KEPT"}]}',
  ])('what stands in the wrong place is not dropped: %s', async (message) => {
    const context = ContextManager.fromMessages(given(`[{"role":"user","content":"Go."},${message}]`));
    await context.flushUserBuffer();
    expect(JSON.stringify(context.messages)).toContain('KEPT');
  });
});
