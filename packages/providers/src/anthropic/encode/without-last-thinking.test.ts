import { expect, test } from 'vitest';
import type { Block } from './block.ts';
import { withoutLastThinking } from './without-last-thinking.ts';

const thinking: Block = { type: 'thinking' };
const text: Block = { type: 'text', text: 'words' };
const blank: Block = { type: 'text', text: ' ' };
const call: Block = { type: 'tool_use' };

const user = { role: 'user', pieces: [text] } as const;
const assistant = (...pieces: readonly Block[]) => ({ role: 'assistant', pieces }) as const;

test('no turn of the assistant ends in thinking, and nothing else is lost', () => {
  expect(withoutLastThinking([user, assistant(text, thinking), user])).toEqual([user, assistant(text), user]);
  expect(withoutLastThinking([user, assistant(thinking, blank, thinking)])).toEqual([user, assistant()]);
  expect(withoutLastThinking([user, assistant(thinking, call), user])).toEqual([user, assistant(thinking, call), user]);
});

test('neighbours are one turn: thinking before words of the next message stays', () => {
  const turns = [user, assistant(thinking), assistant(text), user];
  expect(withoutLastThinking(turns)).toEqual(turns);
  expect(withoutLastThinking([user, assistant(text, thinking), assistant(thinking), user])).toEqual([
    user,
    assistant(text),
    assistant(),
    user,
  ]);
});
