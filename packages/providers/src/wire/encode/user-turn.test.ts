import type { ContentPart } from '@toolthread/core';
import type { CompletionPart } from '@toolthread/core/context';
import { expect, test } from 'vitest';
import { call, image, result, signedBy, text, user } from '../../../test/messages/parts.ts';
import { userTurn } from './user-turn.ts';

const words = (content: ContentPart): string | undefined => (content.type === 'text' ? content.text : content.type);

function written(...parts: CompletionPart[]): object {
  return userTurn(user(...parts), {
    answer: ({ callId, parts: given }, at) => ({ answer: `${at} ${callId}`, moved: given.map(({ type }) => type) }),
    piece: words,
  });
}

test('the answers come first, then what they could not hold, then what was said, each in its order', () => {
  const turn = written(
    text('one'),
    result('a', [image()]),
    { type: 'content', content: image() },
    result('b'),
    { type: 'refusal', text: 'two' },
    { type: 'content', content: { type: 'text', text: 'three' } },
  );
  expect(turn).toEqual({ answers: ['0 a', '1 b'], pieces: ['image', 'text', 'one', 'image', 'two', 'three'] });
});

test('texts without words, and what is no user’s to say, are left out', () => {
  const { blob } = signedBy({ provider: 'p', api: 'a', model: 'm' })({ type: 'x' });
  const blank: CompletionPart = { type: 'content', content: { type: 'text', text: ' \n' } };
  const turn = written(text(''), blank, call('a'), { type: 'reasoning', text: 'hm' }, { type: 'opaque', blob });
  expect(turn).toEqual({ answers: [], pieces: [] });
});

test('[L5] a result with very many parts is no deeper than one with few', () => {
  const many = Array.from({ length: 200_000 }, image);
  expect(written(result('a', many))).toMatchObject({ answers: ['0 a'], pieces: { length: many.length } });
});
