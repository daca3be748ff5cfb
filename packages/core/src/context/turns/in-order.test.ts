import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CompletionMessage, CompletionPart, CompletionRole } from '../completion-message.ts';
import { completionMessage } from '../completion-message.ts';
import { inOrder } from './in-order.ts';

const CACHED = { type: 'ephemeral' } as const;
const text = (words: string): CompletionPart => ({ type: 'text', text: words });
const call = (id: string): CompletionPart => ({ type: 'call', id, name: 'f', arguments: '{}', runs: 'here' });
const result = (callId: string): CompletionPart => {
  const parts = [{ type: 'text', text: 'r' }] as const;
  return { type: 'result', callId, name: 'f', parts, isError: false, runs: 'here' };
};
const cached = (role: CompletionRole, ...parts: CompletionPart[]): CompletionMessage =>
  completionMessage(role, parts, role, undefined, CACHED);
const plain = (role: CompletionRole, ...parts: CompletionPart[]): CompletionMessage =>
  completionMessage(role, parts, role);

/** `user!` for a message with a mark. */
const marks = (messages: readonly CompletionMessage[]): readonly string[] =>
  inOrder(messages).map(({ role, cacheControl }) => (cacheControl === undefined ? role : `${role}!`));

test('a mark for the cache stays where it is in messages that are in order', () => {
  const turns = [plain('user', text('a')), plain('assistant', call('1')), plain('user', result('1'))];
  for (const at of turns.keys()) {
    const messages = turns.map((message, index) => (index === at ? cached(message.role, ...message.parts) : message));
    expect(marks(messages)).toEqual(messages.map(({ role }, index) => (index === at ? `${role}!` : role)));
  }
});

test.each<[string, CompletionMessage[], string[]]>([
  ['two messages of one role', [cached('user', text('a')), plain('user', text('b'))], ['user!']],
  [
    'two answers',
    [plain('user', text('a')), cached('assistant', text('b')), plain('assistant', text('c'))],
    ['user', 'assistant!'],
  ],
  ['a call without a result', [cached('assistant', call('1')), plain('user', text('b'))], ['assistant!', 'user']],
  [
    'a result that comes late',
    [plain('assistant', call('1')), plain('user', text('b')), cached('user', result('1'))],
    ['assistant', 'user!'],
  ],
  ['a result without its call', [cached('user', result('9'))], ['user!']],
  [
    'a system message among calls',
    [plain('assistant', call('1')), cached('system', text('s')), plain('user', result('1'))],
    ['assistant', 'user', 'system!'],
  ],
])('a mark for the cache stays with its words: %s', (_, messages, expected) => {
  expect(marks(messages)).toEqual(expected);
});

test('of any messages that say something, one mark is left where there was one, and none is made', () => {
  const part = fc.oneof(fc.constantFrom('a', 'b').map(text), fc.constantFrom('1', '2').map(result));
  const user = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => ['user', [text('u'), ...parts]] as const);
  const own = fc.oneof(fc.constantFrom('a', 'b').map(text), fc.constantFrom('1', '2').map(call));
  const assistant = fc.array(own, { minLength: 1, maxLength: 3 }).map((parts) => ['assistant', parts] as const);
  fc.assert(
    fc.property(fc.array(fc.oneof(user, assistant), { minLength: 1, maxLength: 8 }), fc.nat(), (turns, nat) => {
      const marked = nat % turns.length;
      const messages = turns.map(([role, parts], at) => (at === marked ? cached : plain)(role, ...parts));
      expect(marks(messages).filter((mark) => mark.endsWith('!'))).toHaveLength(1);
      expect(marks(turns.map(([role, parts]) => plain(role, ...parts))).join()).not.toContain('!');
    }),
  );
});
