import type { Question } from '@toolthread/core';
import { describe, expect, test } from 'vitest';
import { answersOf, choicesIn, noChoice, settlesAtOnce, takesText, toggle } from './choice.ts';

const one: Question = { question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] };
const many: Question = { ...one, multiple: true };
const free: Question = { question: 'Why?', free_text: true, options: [{ label: 'A' }] };
const open: Question = { question: 'What?' };

describe('choices', () => {
  test('one value replaces another, and is taken back by choosing it again', () => {
    const chosen = toggle(one, toggle(one, noChoice, 'A'), 'B');
    expect(chosen.values).toEqual(['B']);
    expect(toggle(one, chosen, 'B').values).toEqual([]);
  });

  test('several values add up where the question allows them', () => {
    expect(toggle(many, toggle(many, noChoice, 'A'), 'B').values).toEqual(['A', 'B']);
  });

  test('only a single question with one answer is settled by a click', () => {
    expect([settlesAtOnce([one]), settlesAtOnce([many]), settlesAtOnce([one, free])]).toEqual([true, false, false]);
  });

  test('are answers once every question has one; blank text is none', () => {
    expect(
      answersOf(
        [one, open],
        [
          { values: ['A'], text: undefined },
          { values: [], text: '  ' },
        ],
      ),
    ).toBeUndefined();
    expect(
      answersOf(
        [one, open],
        [
          { values: ['A'], text: undefined },
          { values: [], text: ' yes ' },
        ],
      ),
    ).toEqual([
      { question: 'Which?', values: ['A'] },
      { question: 'What?', values: [], text: 'yes' },
    ]);
  });

  test('what is optional may be left out, and then nothing is sent by a mere click', () => {
    const optional: Question = { ...one, optional: true };
    expect(answersOf([optional, one], [noChoice, { values: ['A'], text: undefined }])).toEqual([
      { question: 'Which?', values: [] },
      { question: 'Which?', values: ['A'] },
    ]);
    expect(settlesAtOnce([optional])).toBe(false);
  });

  test('none of several is an answer, none of one is not', () => {
    expect(answersOf([many], [noChoice])).toEqual([{ question: 'Which?', values: [] }]);
    expect(answersOf([one], [noChoice])).toBeUndefined();
  });

  test('text may be written where it is asked for or where there is nothing to choose', () => {
    expect([takesText(one), takesText(free), takesText(open)]).toEqual([false, true, true]);
  });
});

test('what comes back from the browser is only what a question offers, and a single choice that was not taken is made again', () => {
  const kept = [
    { values: ['B', 'evil'], text: 'unseen' },
    { values: ['A'], text: 'own words' },
  ];
  expect(choicesIn([many, free], kept)).toEqual([
    { values: ['B'], text: undefined },
    { values: ['A'], text: 'own words' },
  ]);
  expect(choicesIn([one], [{ values: ['A'] }])).toEqual([noChoice]);
  for (const broken of [undefined, 'A', {}]) expect(choicesIn([many], broken)).toBe(undefined);
  expect(choicesIn([many, free], [null])).toEqual([noChoice, noChoice]);
});
