import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { markupText } from '../../test/drawn.tsx';
import { Markdown } from './markdown.tsx';
import { SegmentReader } from './segment-reader.ts';
import type { Segment } from './segment-reader.ts';

const markup = (text: string, complete = true): string =>
  renderToStaticMarkup(<Markdown text={text} complete={complete} />);

describe('Markdown', () => {
  test.each([
    ['**bold** *em* ~~del~~ `code`', '<strong>bold</strong> <em>em</em> <del>del</del> <code>code</code>'],
    ['# One', '<h2>One</h2>'],
    ['### One\n\n#### Two\n\n### Three', '<h2>One</h2><h3>Two</h3><h2>Three</h2>'],
    ['```sh\n# no heading\n```\n\n## One\n\n# Two\n\n###### Six', '<h2>One</h2><h2>Two</h2><h6>Six</h6>'],
    ['3. c\n4. d', '<ol dir="auto" start="3"><li>c</li><li>d</li></ol>'],
    ['- [x] done', '<input type="checkbox"'],
    ['a &lt; b', 'a &lt; b'],
    ['`&lt;`', '<code>&amp;lt;</code>'],
    [
      '[x](https://example.com)',
      '<a href="https://example.com/" title="https://example.com/" target="_blank" rel="noreferrer noopener">x</a>',
    ],
    ['| a | b |\n|---|--:|\n| 1 | 2 |', '<td data-align="right">2</td>'],
    ['[x][r]\n\n[r]: https://example.com', '<a href="https://example.com/"'],
    // Formulas stay as they were written.
    ['so \\(x_1 * y_1\\) is', 'so <code>\\(x_1 * y_1\\)</code> is'],
    ['so \\[a_1 = b_1\\] is', 'so <code>\\[a_1 = b_1\\]</code> is'],
    ['so $a_1 + b_1$ is', 'so <code>$a_1 + b_1$</code> is'],
    ['so $$a*b*c$$ is', 'so <code>$$a*b*c$$</code> is'],
    ['$$\nx_1 + *y*\n- z\n$$', 'x_1 + *y*\n- z'],
    ['it costs $5 and not $6, a_b', 'it costs $5 and not $6, a_b'],
    ['US$1_000, then US$2_000', 'US$1_000, then US$2_000'],
    ['\\[1\\] and \\(\\)', '[1] and ()'],
  ])('%j', (text, expected) => expect(markup(text)).toContain(expected));

  test('a reference is looked up when the text is complete, wherever its definition stands', () => {
    const text = '[x][r]\n\nmore\n\n[r]: https://example.com';
    expect(markup(text, false)).not.toContain('<a ');
    expect(markup(text)).toContain('<a href="https://example.com/"');
  });
});

/** Everything that Markdown may make. */
const elements = new Set(
  'div p strong em del code pre a ul ol li blockquote hr br h2 h3 h4 h5 h6 table thead tbody tr th td input figure figcaption button span'.split(
    ' ',
  ),
);

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe src="javascript:alert(1)">',
  '[x](javascript:alert(1))',
  '[x](JAVASCRIPT&colon;alert(1))',
  '[x](java&#115;cript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:x)',
  '[x]( javascript:alert(1) "t")',
  '<javascript:alert(1)>',
  '![x](https://evil.example/pixel.png)',
  '![x][r]\n\n[r]: https://evil.example/pixel.png',
  '![x](javascript:alert(1))',
  '[![x](https://evil.example/a.png)](https://evil.example)',
  '<a href="javascript:alert(1)">x</a>',
  '<style>@import url(https://evil.example)</style>',
  '<link rel=prefetch href=https://evil.example>',
  '```html\n<script>alert(1)</script>\n```',
  '`<script>alert(1)</script>`',
  '<tool>run_shell_command(args=["rm"])\nok</tool>',
  '<!-- <script>alert(1)</script> -->',
  '| <script> | <img src=x> |\n|---|---|\n| <b> | [x](javascript:1) |',
  '- <script>alert(1)</script>',
  '> <script>alert(1)</script>',
  '[x](https://example.com"onmouseover="alert(1))',
  '# <img src=x>',
  '\u202e\u{E0041}\u200b',
  '$&$`$1',
  '[__proto__]: https://evil.example\n[constructor]',
];

describe('[L7] a text is text', () => {
  const check = (html: string): void => {
    for (const [, tag = '', attributes = ''] of html.matchAll(/<([a-z0-9]+)([^>]*)>/g)) {
      expect(elements).toContain(tag);
      expect(attributes).not.toMatch(/\s(?:on\w+|src|srcset|style|action|formaction)=/i);
      const href = /\shref="([^"]*)"/.exec(attributes)?.[1];
      if (href !== undefined) expect(href).toMatch(/^(?:https?:|mailto:)/);
    }
  };

  test.each(hostile)('%j, at every prefix', (text) => {
    for (let end = 1; end <= text.length; end += 1) check(markup(text.slice(0, end), false));
    check(markup(text));
  });

  test('whatever is put together from hostile pieces', () => {
    const piece = fc.oneof(
      fc.constantFrom(...hostile, '\n', '\n\n', '  ', '- ', '> ', '```', '|'),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(fc.property(fc.array(piece), (pieces) => check(markup(pieces.join('')))));
  });

  test('what is not drawn as an element can still be read', () => {
    expect(markupText(markup('<script>alert(1)</script>'))).toBe('<script>alert(1)</script>');
    expect(markupText(markup('a <b>bold</b> c')).replace(/ /g, '')).toBe('a<b>bold</b>c');
    expect(markupText(markup('[x](javascript:alert(1))'))).toContain('javascript:alert(1)');
    expect(markupText(markup('![alt](https://evil.example/p.png)'))).toContain('https://evil.example/p.png');
    expect(markupText(markup('<tool>ls\nok</tool>'))).toContain('<tool>ls ok</tool>');
  });
});

describe('[L5] linear cost', () => {
  const paragraph = 'Some **words** of an answer, with `code` and a [link](https://example.com) in them. ';
  const answer = (size: number): string => `${paragraph.repeat(5)}\n\n- one\n- two\n\n`.repeat(size);

  /** Characters that are parsed and drawn again when a text comes in small pieces. */
  function work(text: string, step = 4): number {
    const reader = new SegmentReader();
    let before: readonly Segment[] = [];
    let done = 0;
    for (let end = step; end <= text.length; end += step) {
      const segments = reader.read(text.slice(0, end), false).flat();
      for (const [index, segment] of segments.entries()) {
        if (before[index]?.text !== segment.text) done += segment.text.length;
      }
      before = segments;
    }
    return done;
  }

  test('twice the answer costs twice the work', () => {
    expect(work(answer(40)) / work(answer(20))).toBeLessThan(2.2);
  });

  test('a list, a table and code without a blank line do not escape it', () => {
    const list = (lines: number): string => '- an item of a list that goes on\n'.repeat(lines);
    const table = (lines: number): string => `| a | b |\n|---|---|\n${'| some words | some more |\n'.repeat(lines)}`;
    // Beyond the limit of a segment, where the law begins to hold.
    expect(work(list(1_200), 24) / work(list(600), 24)).toBeLessThan(2.3);
    expect(work(table(1_600), 24) / work(table(800), 24)).toBeLessThan(2.3);
  });

  test.each([
    ['emphasis', '**a**'.repeat(40_000)],
    ['underscores', '_a_'.repeat(60_000)],
    ['quotes', '>'.repeat(200_000)],
    ['brackets', '['.repeat(200_000)],
    ['backticks', '`a'.repeat(100_000)],
    ['links', '[a](b)\n'.repeat(20_000)],
    ['nested lists', Array.from({ length: 400 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')],
  ])('%s without end are drawn, as text if need be', (_, text) => {
    expect(markup(text).length).toBeGreaterThan(text.length / 2);
  });
});
