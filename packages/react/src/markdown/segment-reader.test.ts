import fc from 'fast-check';
import { Lexer } from 'marked';
import { describe, expect, test } from 'vitest';
import { segmentsOf } from '../../test/segments-of.ts';
import { PAGE, SegmentReader } from './segment-reader.ts';

const snippets = [
  'A paragraph.',
  'Two lines\nof one paragraph',
  '# Heading',
  '- one\n- two',
  '1. first\n2. second',
  '- one\n\n- two, loose',
  '- outer\n  - inner\n\n  more of outer',
  '- with code:\n  ```sh\n  ls\n\n  pwd\n  ```\n- after',
  '```ts\nlet a = 1;\n\n// # no heading\n```',
  '~~~\n```\n~~~',
  '    indented code',
  '> quoted\n> twice',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '---',
  'Setext\n===',
  '<div>\n\nhtml\n\n</div>',
  '[ref]: https://example.com',
  '',
  '-',
  '```',
  '``',
  '\t- tab',
  '  two spaces',
];
const document = fc
  .array(fc.tuple(fc.constantFrom(...snippets), fc.constantFrom('\n', '\n\n', '\r\n', ' ')))
  .map((pieces) => pieces.map(([text, gap]) => text + gap).join(''));

/** The text in pieces that grow: every prefix the cuts make. */
function prefixes(text: string, cuts: readonly number[]): string[] {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  return [...places.map((place) => text.slice(0, place)), text];
}

describe('segments of a text that grows', () => {
  test('[L1] are a function of the text, however it was cut', () => {
    fc.assert(
      fc.property(document, fc.array(fc.nat(), { maxLength: 30 }), (text, cuts) => {
        const reader = new SegmentReader();
        for (const prefix of prefixes(text, cuts)) {
          expect(reader.read(prefix, false).flat()).toEqual(new SegmentReader().read(prefix, false).flat());
        }
        expect(reader.read(text, true).flat()).toEqual(segmentsOf(text));
      }),
    );
  });

  test('leave nothing out and follow each other without a gap', () => {
    fc.assert(
      fc.property(document, (text) => {
        const segments = segmentsOf(text);
        expect(segments.map((segment) => segment.text).join('')).toBe(text);
        let at = 0;
        for (const segment of segments) {
          expect(segment.start).toBe(at);
          at += segment.text.length;
        }
      }),
    );
  });

  test('that are closed never change when more text comes', () => {
    fc.assert(
      fc.property(document, fc.array(fc.nat(), { maxLength: 30 }), (text, cuts) => {
        const reader = new SegmentReader();
        let closed: unknown[] = [];
        for (const prefix of prefixes(text, cuts)) {
          const now = reader
            .read(prefix, false)
            .flat()
            .filter((segment) => segment.closed);
          expect(now.slice(0, closed.length)).toEqual(closed);
          closed = now;
        }
      }),
    );
  });

  test('parse to the blocks that the whole text parses to', () => {
    // Left out: what is known to differ, and does not matter to a reader (quotes and HTML across blank lines, references).
    const plain = snippets.filter((text) => !/^(?:>|<|\[|-$|`{2,3}$|\t| {2})/.test(text));
    const whole = fc.array(fc.constantFrom(...plain)).map((pieces) => pieces.join('\n\n'));
    fc.assert(
      fc.property(whole, (text) => {
        const apart = segmentsOf(text).flatMap((segment) => new Lexer().lex(segment.text));
        expect(words(apart)).toEqual(words(new Lexer().lex(text)));
      }),
    );
  });

  test('start over when another text takes their place', () => {
    const reader = new SegmentReader();
    reader.read('one\n\ntwo\n\n', false);
    expect(reader.read('three', true).flat()).toEqual(segmentsOf('three'));
    expect(reader.restarts).toBe(1);
  });

  test('[L5] keep the identity of full pages, so that they are not drawn again', () => {
    const reader = new SegmentReader();
    const text = 'word\n\n'.repeat(PAGE * 3 + 1);
    const before = reader.read(text, false);
    const after = reader.read(`${text}more`, false);
    expect(before.length).toBe(4);
    expect(after[0]).toBe(before[0]);
    expect(after[2]).toBe(before[2]);
  });

  test('[L5] stay short: a long list is cut between items, a long table keeps its head', () => {
    const list = segmentsOf('- item of a long list\n'.repeat(2_000));
    expect(Math.max(...list.map((segment) => segment.text.length))).toBeLessThan(5_000);
    const [first, second] = segmentsOf(`| a | b |\n|---|---|\n${'| one | two |\n'.repeat(2_000)}`);
    expect(first?.head).toBe('');
    expect(second?.head).toBe('| a | b |\n|---|---|\n');
    expect(second?.text.startsWith('| one')).toBe(true);
  });

  test('a fence holds blank lines, headings and shorter fences; an open one waits', () => {
    const text = 'See:\n````md\n# no heading\n\n```\n````\nAfter';
    expect(segmentsOf(text).map((segment) => [segment.kind, segment.text])).toEqual([
      ['markdown', 'See:\n'],
      ['code', '````md\n# no heading\n\n```\n````\n'],
      ['markdown', 'After'],
    ]);
    expect(new SegmentReader().read('```ts\nlet a', false).flat()).toMatchObject([{ kind: 'code', closed: false }]);
  });
});

test('a fence is not closed by a line that is indented by four spaces, nor is its code lost', () => {
  expect(segmentsOf('```\na\n    ```\nb\n```\nafter').map(({ kind, text }) => [kind, text])).toEqual([
    ['code', '```\na\n    ```\nb\n```\n'],
    ['markdown', 'after'],
  ]);
});

/** Blocks by type and text. Neighbouring lists count as one: a reader sees no difference. */
function words(tokens: readonly { readonly type: string; readonly raw: string }[]): string[] {
  const blocks: string[] = [];
  for (const { type, raw } of tokens) {
    if (type === 'space') continue;
    blocks.push(`${type}: ${raw.trim()}`);
  }
  return blocks;
}
