import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chosenOptions, parseAnswerString } from './parse-answer-string.ts';

const PREFIX = 'User has answered your questions: ';
const TAIL = ". You can now continue with the user's answers in mind.";
const said = (pairs: readonly (readonly [string, string])[], tail = TAIL): string =>
  PREFIX + pairs.map(([question, answer]) => `"${question}"="${answer}"`).join(', ') + tail;

describe('answers out of prose', () => {
  it.each<[string, string, object]>([
    ['one', said([['Which?', 'A']]), { 'Which?': 'A' }],
    [
      'several',
      said([
        ['Q1', 'A1'],
        ['Q2', 'A2'],
      ]),
      { Q1: 'A1', Q2: 'A2' },
    ],
    [
      'nothing after them',
      said(
        [
          ['Q1', 'A1'],
          ['Q2', 'A2'],
        ],
        '',
      ),
      { Q1: 'A1', Q2: 'A2' },
    ],
    ['an ellipsis after them', said([['Q1', 'A1']], '...'), { Q1: 'A1' }],
    ['a multiple choice', said([['Which?', 'Dark mode, Accessibility']]), { 'Which?': 'Dark mode, Accessibility' }],
    [
      'quotes in an answer',
      said([
        ['Why?', 'it is "so", he said "x"'],
        ['Q2', '"all" of it'],
      ]),
      { 'Why?': 'it is "so", he said "x"', Q2: '"all" of it' },
    ],
    ['quotes in a question', said([['Is "a" good?', 'yes']]), { 'Is "a" good?': 'yes' }],
    ['an empty answer', said([['Q', '']]), { Q: '' }],
    ['a sentence after them that quotes', `${PREFIX}"Q"="A" noted. You can now continue with "care".`, { Q: 'A' }],
    ['an answer that was cut off', `${PREFIX}"Q"="A lon`, { Q: 'A lon' }],
    ['notes behind an answer', `${PREFIX}"Q1"="A" user notes: hurry, "Q2"="B"${TAIL}`, { Q1: 'A', Q2: 'B' }],
    [
      'notes that quote',
      `${PREFIX}"Q1"="A" user notes: "x", "y" and so, "Q2"="B" user notes: say "hi"${TAIL}`,
      { Q1: 'A', Q2: 'B' },
    ],
    ['a preview behind an answer', `${PREFIX}"Q1"="A" selected preview:\nfoo, "Q2"="B"${TAIL}`, { Q1: 'A', Q2: 'B' }],
    ['other words behind an answer', `${PREFIX}"Q1"="A" (noted), "Q2"="B"${TAIL}`, { Q1: 'A', Q2: 'B' }],
    ['other words', 'The user declined.', {}],
    ['no pair', `${PREFIX}none`, {}],
  ])('%s', (_, content, answers) => expect(parseAnswerString(content)).toEqual(answers));

  it('a name such as __proto__ is a question like any other', () => {
    const answers = parseAnswerString(said([['__proto__', 'x']]));
    expect(Object.entries(answers)).toEqual([['__proto__', 'x']]);
  });

  it('what is put in comes out, as long as an answer does not look like the next pair', () => {
    const words = fc.string({ unit: fc.constantFrom('a', 'B', ' ', ',', '"', '=', '.', '?') });
    const clear = words.filter((text) => !/, "|", |"=|="|^["=]|["=]$/.test(text));
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(clear, clear), { selector: ([question]) => question, minLength: 1 }),
        (pairs) => {
          expect(parseAnswerString(said(pairs))).toEqual(Object.fromEntries(pairs));
        },
      ),
    );
  });

  it.each<[string, [string, string][]]>([
    ['an equation', [['Why?', 'set "a"="b" in config']]],
    ['what looks like another pair', [['Why?', 'because "it" = works, "x"="y"']]],
    [
      'the same before another question',
      [
        ['Why?', 'use x="1", "y"="2"'],
        ['Which?', 'say "no", "yes"="ok"'],
      ],
    ],
  ])('[003] the questions that were asked say where an answer begins: %s', (_, pairs) => {
    const questions = pairs.map(([question]) => question);
    for (const tail of [TAIL, '', '...'])
      expect(parseAnswerString(said(pairs, tail), questions)).toEqual(Object.fromEntries(pairs));
  });

  it('[003] what was asked comes back with any answer that does not hold the next question', () => {
    const words = fc.string({ unit: fc.constantFrom('a', 'B', ' ', ',', '"', '=', ', "', '"="', '?') });
    fc.assert(
      fc.property(fc.array(fc.tuple(words, words), { minLength: 1 }), fc.boolean(), (told, isTurned) => {
        const pairs = told.map(([question, answer], index) => [`${index} ${question}`, answer] as const);
        const questions = [...pairs.map(([question]) => question), 'Nobody answered this?'];
        expect(parseAnswerString(said(pairs), isTurned ? questions.toReversed() : questions)).toEqual(
          Object.fromEntries(pairs),
        );
      }),
    );
  });

  it('[003] one that was not asked so is guessed, beside those that were', () => {
    const told = said([
      ['Other', 'A'],
      ['Why?', 'set "a"="b"'],
    ]);
    expect(parseAnswerString(told, ['Why?'])).toEqual({ Other: 'A', 'Why?': 'set "a"="b"' });
    expect(parseAnswerString(`${PREFIX}"Q1"="A "x"="y"" user notes: "n"="m", "Q2"="B"${TAIL}`, ['Q1', 'Q2'])).toEqual({
      Q1: 'A "x"="y"',
      Q2: 'B',
    });
    expect(parseAnswerString(`${PREFIX}"Q1"="A" (noted), "Q2"="B"${TAIL}`, ['Q2', 'Q1'])).toEqual({ Q1: 'A', Q2: 'B' });
  });

  it('any text is borne, and cheap', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof parseAnswerString(PREFIX + text) === 'object'));
    expect(
      Object.keys(parseAnswerString(said(Array.from({ length: 50_000 }, (_, n) => [`q${n}`, '"'] as const)))),
    ).toHaveLength(50_000);
  });
});

describe('a multiple choice taken apart', () => {
  it.each<[string, string[], object]>([
    ['Dark mode, Accessibility', ['Dark mode', 'Accessibility'], { values: ['Dark mode', 'Accessibility'] }],
    ['Yes, always', ['Yes', 'Yes, always'], { values: ['Yes, always'] }],
    ['Dark mode, but darker', ['Dark mode'], { values: ['Dark mode'], text: 'but darker' }],
    ['A, other words, B', ['A', 'B'], { values: ['A', 'B'], text: 'other words' }],
    ['some, other words, B', ['A', 'B'], { values: ['B'], text: 'some, other words' }],
    ['A, Better, B', ['A', 'B'], { values: ['A', 'B'], text: 'Better' }],
    ['something else', ['Dark mode'], { values: [], text: 'something else' }],
    ['', ['Dark mode', ''], { values: [] }],
  ])('%j of %j', (answer, options, chosen) => expect(chosenOptions(answer, options)).toEqual(chosen));

  it('any choice of options comes back', () => {
    const labels = ['A', 'B, C', 'B', 'D (Recommended)'];
    fc.assert(
      fc.property(fc.subarray(labels), (chosen) => {
        const { values, text } = chosenOptions(chosen.join(', '), labels);
        expect(text).toBeUndefined();
        expect(values.join(', ')).toBe(chosen.join(', '));
      }),
    );
  });
});
