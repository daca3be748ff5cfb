import { expect, test } from 'vitest';
import { assistant, text, user } from './messages/parts.ts';
import { WIRE_FORMATS } from './wire-formats.ts';

const strict = WIRE_FORMATS.filter(({ name }) => name === 'anthropic' || name === 'gemini');

test.each(strict)('one fixed marker where $name demands a turn, and the encoder says where', (format) => {
  const notes: string[] = [];
  const { model } = format.target;
  const messages = [assistant(text('Hi.')), user(text(' ')), assistant(text('Yes?'))];
  const sent = format.encode({ model, messages, tools: [] }, (note) => notes.push(note));
  expect(format.problems(sent, model)).toEqual([]);
  const words = JSON.stringify(sent).match(/Continue\.|Hi\.|Yes\?/g);
  expect(words).toEqual(['Continue.', 'Hi.', 'Continue.', 'Yes?', 'Continue.']);
  expect(notes.toSorted()).toEqual(['marker-empty', 'marker-end', 'marker-start']);
});
