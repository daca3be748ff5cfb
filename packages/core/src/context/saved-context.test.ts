import fc from 'fast-check';
import { expect, test } from 'vitest';
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
