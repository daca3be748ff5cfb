import { completionMessage } from '@toolthread/core/context';
import type { CompletionMessage, CompletionPart } from '@toolthread/core/context';
import { expect, test } from 'vitest';
import { assistant, GO, image, text } from '../../../test/messages/parts.ts';
import { splitSystem } from './split-system.ts';

const system = (...parts: CompletionPart[]): CompletionMessage => completionMessage('system', parts, 'system');
const picture: CompletionPart = { type: 'content', content: image() };

test('what the system says first stands apart, what it says later is said in its place', () => {
  const later = assistant(text('Hm.'));
  const { system: words, spoken } = splitSystem('Be kind.', [
    system(text('Be brief.')),
    GO,
    later,
    system(text('Stop.')),
  ]);
  expect(words).toEqual(['Be kind.', 'Be brief.']);
  expect(spoken.slice(0, 2)).toEqual([GO, later]);
  expect(spoken[2]).toMatchObject({ role: 'user', parts: [{ type: 'text', text: '[System]: Stop.' }] });
});

test('[L4] what the system shows and cannot be sent is said, first or later', () => {
  const both = [system(text('Look:'), picture), GO, system({ type: 'refusal', text: 'No.' }, picture)];
  const { system: words, spoken } = splitSystem(undefined, both);
  expect(words.at(-1)).toBe('Look:\n\n[image: image/png]');
  expect(spoken.at(-1)?.content).toBe('[System]: No.\n\n[image: image/png]');
});

test('a system that says nothing is not heard', () => {
  expect(splitSystem('', [GO, system(text(' ')), assistant(text('Hm.'))]).spoken).toHaveLength(2);
});
