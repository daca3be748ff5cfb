import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageText } from './page-text.ts';

const base = new URL('https://example.org/docs/');
const text = (html: string): string => pageText([html], base).text;

test('headings, paragraphs, lists, tables and links are plain text', () => {
  const html = `<!doctype html><html><head><title> A &amp; B
    page</title><style>p { color: red }</style></head><body>
    <h1>Hello</h1><p>Some <b>bold</b>   words&nbsp;here.<br>Next line.</p>
    <ul><li>one</li><li><p>two</p></li><li><a href="three.html">three</a></li></ul>
    <table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>
    <pre>  keep
    this</pre><p>See <a href='/x?a=1&amp;b=2'>here</a> or <a href="#top">top</a>. <img src=x alt="a chart"></p></body></html>`;
  expect(pageText([html], base)).toEqual({
    title: 'A & B page',
    text: [
      '# Hello',
      '',
      'Some bold words here.',
      'Next line.',
      '',
      '- one',
      '',
      '- two',
      '',
      '- three (https://example.org/docs/three.html)',
      '',
      'a | b |',
      '1 | 2 |',
      '',
      '  keep',
      '    this',
      '',
      'See here (https://example.org/x?a=1&b=2) or top. [image: a chart]',
    ].join('\n'),
  });
});

test('scripts, styles, templates and comments are no words, however they are written', () => {
  for (const html of [
    '<script>alert(1)</script>ok',
    '<SCRIPT src="x">evil()</ScRiPt >ok',
    '<script>"</p><p>evil"</script>ok',
    '<style>evil{}</style>ok',
    '<template><p>evil</p></template>ok',
    '<svg><text>evil</text></svg>ok',
    '<!-- <p>evil</p> -->ok',
    '<!-- a --!>ok',
    '<svg><script></svg>evil</script></svg>ok',
    '<select><option>evil</select>ok',
    '<p title="a > evil" data-x=\'<p>evil\'>ok',
    '<iframe srcdoc="evil">evil</iframe>ok',
    'ok<script>evil',
    'ok<!-- evil',
    'ok<p title="evil',
  ]) {
    expect([html, text(html)]).toEqual([html, 'ok']);
  }
});

test('what is no tag is text', () => {
  expect(text('1 < 2 && 3 <4 <- x')).toBe('1 < 2 && 3 <4 <- x');
  expect(text('a &lt;script&gt; b')).toBe('a <script> b');
  // A comment that ends as it begins, in every browser.
  expect(text('<!--><p>-->ok')).toBe('-->ok');
});

test('links that run something are not shown as links', () => {
  for (const href of [
    'javascript:evil()',
    'data:text/html,evil',
    'vbscript:evil',
    'file:///etc/passwd',
    ' java\tscript:evil()',
  ]) {
    expect(text(`<a href="${href}">x</a>`)).toBe('x');
  }
});

test('entities become characters, all that HTML has; what is none stays', () => {
  expect(text('&amp;lt; &#x41;&#66; &hellip; &unknown; &lowbar;&NotEqualTilde;')).toBe('&lt; AB … &unknown; _≂̸');
  expect(text('AT&amp;T AT&ampT &constructor; &__proto__; a & b')).toBe('AT&T AT&T &constructor; &__proto__; a & b');
  expect(text('<a href="/?a=1&copy=2&amp;b=3">x</a>')).toBe('x (https://example.org/?a=1&copy=2&b=3)');
});

test('[L7] no entity makes a control character or half a character', () => {
  expect(text('a&#0;&#xD800;&#x110000;&#27;&#x81;&#99999999;')).toBe(`a${'\ufffd'.repeat(6)}`);
});

test('of two attributes of a name the first counts, as in a browser', () => {
  expect(text('<a href="/one" href="/two">x</a>')).toBe('x (https://example.org/one)');
});

const TAGS =
  '<a href=x>|<a href="/x?a=1&amp;b=2">|<img alt="a chart" src=x>|<title>|</title>|<p>|<pre>|</pre>|<pre>\n|</a>|<script>|</script>|<li>|<td>|<div>|</b>|<svg>|<b>x';
const TORN = `<|>|</|<!--|-->|<!-- a > b -->|"|'|<a |<a href=|<a href="|<p '|&|&#|&ouml;|&#65|&nothing|words  here\n|\n| \n| |\0|\ud800`;
/** What pages are made of, whole and torn. */
const MARKUP = `${TAGS}|${TORN}`.split('|');

test('any text is read, in one pass', () => {
  const piece = fc.oneof(fc.constantFrom(...MARKUP), fc.string());
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const html = pieces.join('');
      expect(typeof text(html)).toBe('string');
      expect(text(html).length).toBeLessThanOrEqual(40 * html.length + 40);
    }),
  );
  for (const unit of MARKUP) {
    const html = unit.repeat(Math.ceil(250_000 / unit.length));
    expect(text(html).length).toBeLessThanOrEqual(20 * html.length);
  }
});

test('a page is read the same, wherever its pieces are cut', () => {
  const markup = fc.array(fc.constantFrom(...MARKUP), { maxLength: 30 });
  fc.assert(
    fc.property(markup, fc.array(fc.integer({ min: 1, max: 9 })), (tokens, lengths) => {
      const html = tokens.join('');
      const pieces: string[] = [];
      let at = 0;
      for (const length of lengths) pieces.push(html.slice(at, (at += length)));
      expect(pageText([...pieces, html.slice(at)], base)).toEqual(pageText([html], base));
    }),
  );
});

test('white space is one space, wherever a long text is cut', () => {
  const space = fc.constantFrom(' ', '  ', '\n\t', '\u00a0', '');
  fc.assert(
    fc.property(fc.array(space, { minLength: 1, maxLength: 5 }), fc.nat(6), (spaces, before) => {
      const long = `${'x'.repeat(64 * 1024 - before)}${spaces.join('')}y${spaces.join('')}`;
      expect(text(`<p>${long}<b>${spaces.join('')}z</b>`)).toBe(`${long}${spaces.join('')}z`.replace(/\s+/g, ' '));
    }),
  );
});

test.each([
  ['words', 'The parser reads it. '],
  ['short lines', 'a line\n'],
  ['elements', '<b>a</b> '],
  ['kept lines', '<pre>\n\n'],
  ['paragraphs', '<p>a'],
  ['spaces in elements', '<b> </b>a'],
])('[B.3 33] a page of 5 MB of %s is read in a heap of 24 MB', (_, words) => {
  const script = `
    import { pageText } from '${new URL('./page-text.ts', import.meta.url).href}';
    const words = ${JSON.stringify(words)};
    pageText([Buffer.alloc(5_000_000, words).toString('latin1')], new URL('https://example.org/'));
    console.log('read');
  `;
  const heap = ['--max-old-space-size=24', '--max-semi-space-size=1'];
  const read = execFileSync(process.execPath, [...heap, '--input-type=module', '-e', script], {
    encoding: 'utf8',
    cwd: import.meta.dirname,
  });
  expect(read).toBe('read\n');
});
