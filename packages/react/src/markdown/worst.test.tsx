/** Texts made to cost much. The laws count; how long it takes is for the bench (`markdown-worst`). */
import { repeated, worstForms, worstPieces } from '@toolthread/core/testing';
import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { liveRuns } from './live-runs.ts';
import { Markdown } from './markdown.tsx';
import { noDefinitions, parseSegment } from './parse-segment.ts';
import { MOST_WORK, parseWork } from './parse-work.ts';
import { segmentsOf } from '../../test/segments-of.ts';
import { MOST_ELEMENTS, MOST_TEXT_WORK, SegmentReader } from './segment-reader.ts';
import type { Segment } from './segment-reader.ts';

/** What a text becomes is bounded, however long it is: the elements that were counted, and a few around them. */
const ELEMENTS = 2 * MOST_ELEMENTS;
/** Of a text that grows by a line or so only the last segments are parsed again. */
const PARSED_AGAIN = 34;

const elements = (text: string): number => renderToStaticMarkup(<Markdown text={text} />).match(/<[a-z]/g)?.length ?? 0;

/** The work of what the parser is given. */
function parsed(segments: readonly Segment[]): number[] {
  return segments
    .filter((segment) => segment.kind === 'markdown' && parseSegment(segment, noDefinitions).kind === 'tokens')
    .map((segment) => parseWork(segment.head + segment.text));
}

function expectBounded(text: string): void {
  const work = parsed(segmentsOf(text));
  expect(Math.max(0, ...work)).toBeLessThanOrEqual(MOST_WORK);
  // A head that is parsed with every piece of its table is counted once, and is short.
  expect(work.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(2 * MOST_TEXT_WORK);
  expect(elements(text)).toBeLessThanOrEqual(ELEMENTS);
}

describe('[M9] [B.6 54] a text that is made to cost much', () => {
  test.each(worstForms)(
    '$name: what is parsed and drawn of 200 KB is bounded, and the rest is there as text',
    (form) => {
      const text = form.make(200_000);
      expectBounded(text);
      expect(
        segmentsOf(text)
          .map((segment) => segment.text)
          .join(''),
      ).toBe(text);
    },
  );

  test.each(worstForms)('$name: what is parsed again as it streams does not grow with it', (form) => {
    const text = form.make(101_000);
    const reader = new SegmentReader();
    for (const size of [5_000, 20_000, 60_000, 100_000]) {
      const before = reader.read(text.slice(0, size), false);
      const known = new Set(before.flat().map(({ start, text: words }) => `${start} ${words}`));
      const again = reader
        .read(text.slice(0, size + 64), false)
        .filter((page, index) => page !== before[index])
        .flat()
        .filter(({ start, text: words }) => !known.has(`${start} ${words}`));
      expect(parsed(again).length).toBeLessThanOrEqual(PARSED_AGAIN);
    }
  });

  test('whatever it is put together from', () => {
    const piece = fc.constantFrom(...worstPieces);
    const shape = fc.record({
      before: piece,
      units: fc.array(piece, { minLength: 1, maxLength: 6 }),
      after: fc.array(piece, { minLength: 1, maxLength: 3 }),
    });
    fc.assert(
      fc.property(shape, fc.nat({ max: 30_000 }), ({ before, units, after }, cut) => {
        expectBounded(before + repeated(units.join(''), cut) + repeated(after.join(''), 30_000 - cut));
      }),
      { numRuns: 60 },
    );
  });

  test('says that it is shown as it is', () => {
    expect(renderToStaticMarkup(<Markdown text={'**a** '.repeat(5_000)} />)).toContain('too long or too deeply nested');
    expect(renderToStaticMarkup(<Markdown text={'x\n\n'.repeat(50_000)} />)).toContain('Not formatted from here on');
    expect(renderToStaticMarkup(<Markdown text={'A **word**.\n\n'.repeat(300)} />)).not.toContain('to format');
  });

  test.each(worstForms)('$name: its live line is made from its end alone', (form) => {
    expect(liveRuns(form.make(400_000)).reduce((sum, run) => sum + run.text.length, 0)).toBeLessThanOrEqual(4_000);
  });
});

describe('an answer as people get them', () => {
  const turn = [
    '## What I changed\n\nThe **parser** reads `a_b` now, see [the docs](https://example.com/docs) and `src/parse.ts`.\n',
    '1. First, the *lexer*: it kept `\\r` in names.\n2. Then the tests, **all 40** of them.\n   - one nested\n   - two\n',
    '| file | lines | why |\n|---|--:|---|\n| `a.ts` | 10 | new |\n| `b.ts` | 2 | fix |\n',
    '```ts\nexport function a(): void {\n  return;\n}\n```\n',
    '> Note: nothing else was touched.\n',
  ].join('\n');

  test('of 40 KB is formatted to its end', () => {
    const segments = segmentsOf(`${turn}\n`.repeat(Math.ceil(40_000 / turn.length)));
    expect(segments.some((segment) => segment.kind === 'rest')).toBe(false);
    const markdown = segments.filter((segment) => segment.kind === 'markdown');
    expect(markdown.map((segment) => parseSegment(segment, noDefinitions).kind)).not.toContain('plain');
  });
});
