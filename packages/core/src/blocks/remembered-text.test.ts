/** What is remembered of a text alters what a completion costs, and nothing else. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { completed, completedAnew, started } from '../../test/texts/block-text.ts';

/** Completes it as who keeps the text as a tree does: that one has read all of it. */
function completedWhole(text: string, name: string, result: unknown, id?: string): string {
  // Enough completions of one unchanged text in a row, at its end and of another name, for it to be read.
  let before = text;
  for (let times = 0; times < 20; times += 1) before = completed(before, 'other', times, `other-${times}`);
  const whole = completed(before, name, result, id);
  return whole.replace(/\n\n<tool id="other-\d+">other\n\d+<\/tool>\n/g, '');
}

const PIECES = [
  started('f', { n: 1 }),
  started('g'),
  started('f', {}, 'a'),
  '\n\n<tool>f(x)\nok</tool>\n',
  '\n\n<tool>f\nearly</tool>\n',
  '\n\n<tool>g\nearly</tool>\n',
  '\n\n<tool id="a">f\nearly</tool>\n',
  'words',
  ' \n\u00a0',
  '</tool>',
  '<tool>f(',
];

it('a result goes to the same block whether the end of the text was read or all of it', () => {
  const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, fc.constantFrom('f', 'g'), fc.constantFrom(undefined, 'a'), (before, name, id) => {
      expect(completedAnew(before, name, 'RESULT', id)).toBe(completedWhole(before, name, 'RESULT', id));
    }),
    { numRuns: 2000 },
  );
});

it('results without a call stand where they would stand if nothing was remembered, whatever the text is', () => {
  const beginning = fc.constantFrom(
    started('f', {}, '1'),
    started('f'),
    'words',
    '```\nf()\n```\n',
    '`',
    '\n    ',
    '<tool>f(',
    '<tool>f\nearly</tool>',
    '\n',
  );
  const ending = fc.record({ name: fc.constantFrom('f', 'g'), id: fc.constantFrom(undefined, '1', '2', '3') });
  fc.assert(
    fc.property(
      fc.array(beginning, { maxLength: 12 }),
      fc.array(ending, { minLength: 18, maxLength: 40 }),
      (pieces, endings) => {
        const all = (complete: typeof completed): string =>
          endings.reduce((text, { name, id }, n) => complete(text, name, `r${n}`, id), pieces.join(''));
        expect(all(completed)).toBe(all(completedAnew));
      },
    ),
  );
});

it('a result with an id that is known behind a fence does not go to another call', () => {
  const f = { name: 'f', id: undefined };
  const g = { name: 'g', id: undefined };
  const [f2, f3, g2] = [
    { ...f, id: '2' },
    { ...f, id: '3' },
    { ...g, id: '2' },
  ];
  // Found by `npm run explore`, seed 313300215.
  const endings = [{ ...g, id: '3' }, g, g, g, f3, f3, f3, f, g2, f3, f2, f, f2, f2, f2, f3, f2, f, f, f, f, f, f, f];
  const text = `${started('f').repeat(3)}<tool>f\nearly</tool>\`\`\`\nf()\n\`\`\`\n`;
  const all = (complete: typeof completed): string =>
    endings.reduce((before, { name, id }, n) => complete(before, name, `r${n}`, id), text);
  expect(all(completed)).toBe(all(completedAnew));
});
