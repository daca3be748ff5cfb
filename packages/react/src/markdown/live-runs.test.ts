import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lastRuns, liveRuns } from './live-runs.ts';

const words = (text: string): string =>
  liveRuns(text)
    .map((run) => run.text)
    .join('');
const marked = (text: string): string =>
  liveRuns(text)
    .map((run) => (run.style === 'plain' ? run.text : `<${run.style} ${run.text}>`))
    .join('');

describe('words that are being written', () => {
  test.each([
    ['I **will** look', 'I <strong will> look'],
    ['I **wi', 'I <strong wi>'],
    ['I **will*', 'I <strong will>'],
    ['I **', 'I'],
    ['run `npm te', 'run <code npm te>'],
    ['run ``a ` b', 'run <code a ` b>'],
    ['*so* and __so__ and ~~not~~', '<em so> and <strong so> and <del not>'],
    ['**bold with `co', '<strong bold with ><code co>'],
    ['2 * 3 * 4 and a_b_c', '2 * 3 * 4 and a_b_c'],
    ['see [the docs](https://example.com/a', 'see the docs'],
    ['see [the docs](https://example.com/a) now', 'see the docs now'],
    ['see [the do', 'see the do'],
    ['![alt](http://tracker/p.png) x', 'alt x'],
    ['<b>no</b> &amp; \\* x', '<b>no</b> & * x'],
    ['## Plan\n\n- one\n- two\n\n```ts\nlet a', 'Plan • one • two let a'],
    ['> quoted\n---\nrest', 'quoted rest'],
  ])('%j is drawn as %s', (text, drawn) => expect(marked(text)).toBe(drawn));

  test('keep the looks they have: what stands there is never taken away or drawn otherwise', () => {
    const text = 'I **will look** at `src/a.ts` and *then* see [the docs](https://example.com/x) for __more__ of it';
    let before = '';
    for (let length = 1; length <= text.length; length += 1) {
      const now = words(text.slice(0, length));
      expect(now.startsWith(before.trimEnd())).toBe(true);
      before = now;
    }
    expect(before).toBe('I will look at src/a.ts and then see the docs for more of it');
  });

  test('any text: no throw, and the cost does not grow with it', () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom('**', '`', '[', '](', '_', '~~', '\n', '<a>', '&lt;', '\\'));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        expect(words(pieces.join('')).length).toBeLessThanOrEqual(2_200);
      }),
    );
    for (const hostile of ['*'.repeat(1e6), '['.repeat(1e6), '_a'.repeat(5e5), '`'.repeat(1e6), '~~a'.repeat(3e5)]) {
      expect(words(hostile).length).toBeLessThanOrEqual(2_200);
    }
  });
});

describe('the end of them', () => {
  test('is all of it where it is short', () => {
    expect(lastRuns(liveRuns('a **b** c'), 240)).toEqual(liveRuns('a **b** c'));
  });

  test('begins with a word, and keeps its looks', () => {
    const runs = lastRuns(liveRuns(`${'first '.repeat(90)}**${'bold '.repeat(60)}end**`), 40);
    expect(runs.map(({ style }) => style)).toEqual(['plain', 'strong']);
    expect(runs.map(({ text }) => text).join('')).toMatch(/^…(?:bold )+end$/);
  });
});
