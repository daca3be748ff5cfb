/**
 * The words of a page, plainly: headings, lines, items, links with where they lead. Nothing is run, loaded or styled.
 * One pass, whatever the page: the tokenizer keeps no stack, and what is never closed ends with the page, as in a browser.
 */
import { Tokenizer } from 'htmlparser2';
import type { TokenizerCallbacks } from 'htmlparser2';
import { oneSpaced } from './one-spaced.ts';
import { SlicedPieces } from './sliced-pieces.ts';
import { TextLines } from './text-lines.ts';

export interface Page {
  readonly title: string | undefined;
  readonly text: string;
}

/** `pageText(['<h1>H', 'i</h1>'], new URL('https://example.org/')).text === '# Hi'`: the page comes in pieces, and is never in memory as a whole. */
export function pageText(html: Iterable<string>, base: URL): Page {
  const pieces = new SlicedPieces();
  const reader = new PageReader(pieces, base);
  const tokenizer = new Tokenizer({}, reader);
  for (const piece of html) {
    pieces.add(piece);
    tokenizer.write(piece);
  }
  tokenizer.end();
  return reader.page();
}

/** Their content is no words for a reader, or none without what we do not run. */
const DROPPED = new Set('script style template svg math iframe object noembed noframes textarea select'.split(' '));
const BLOCKS = new Set(
  (
    'p div section article header footer main nav aside h1 h2 h3 h4 h5 h6 ul ol table tr blockquote pre figure ' +
    'figcaption form fieldset hr br dl dt dd details summary address li body head'
  ).split(' '),
);
/** With an empty line around them. */
const APART = new Set('p h1 h2 h3 h4 h5 h6 ul ol table blockquote pre section article'.split(' '));

class PageReader implements TokenizerCallbacks {
  readonly #html: SlicedPieces;
  readonly #base: URL;
  readonly #lines = new TextLines();
  #title: string | undefined;
  /** Until it is closed, nothing is said. */
  #dropped: string | undefined;
  #link: { readonly href: string; readonly at: number } | undefined;
  #tag = '';
  #attributes = new Map<string, string>();
  #name = '';
  #value = '';

  constructor(html: SlicedPieces, base: URL) {
    this.#html = html;
    this.#base = base;
  }

  page(): Page {
    const title = this.#title === undefined ? undefined : oneSpaced(this.#title).trim();
    return { title: title === '' ? undefined : title, text: this.#lines.text() };
  }

  ontext(start: number, end: number): void {
    this.#say(this.#html.slice(start, end));
  }

  ontextentity(point: number): void {
    this.#say(characterOf(point));
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#html.slice(start, end).toLowerCase();
    this.#attributes = new Map();
  }

  onattribname(start: number, end: number): void {
    this.#name = this.#html.slice(start, end).toLowerCase();
    this.#value = '';
  }

  onattribdata(start: number, end: number): void {
    if (this.#isRead()) this.#value += this.#html.slice(start, end);
  }

  onattribentity(point: number): void {
    if (this.#isRead()) this.#value += characterOf(point);
  }

  onattribend(): void {
    if (this.#isRead()) this.#attributes.set(this.#name, this.#value.trim());
  }

  onopentagend(): void {
    const name = this.#tag;
    if (this.#dropped !== undefined) return;
    if (DROPPED.has(name) || name === 'title') this.#dropped = name;
    else if (name === 'a') {
      this.#endLink();
      this.#link = this.#linkHere();
    } else if (name === 'pre') this.#lines.pre(true);
    else if (name === 'img') this.#lines.words(imageWords(this.#attributes.get('alt')));
    if (name === 'title') this.#title ??= '';
    if (!BLOCKS.has(name)) return;
    if (APART.has(name)) this.#lines.gap();
    this.#lines.begin(markOf(name));
  }

  onselfclosingtag(): void {
    this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase();
    if (this.#dropped !== undefined) {
      if (this.#dropped === name) this.#dropped = undefined;
      return;
    }
    if (name === 'a') this.#endLink();
    else if (name === 'pre') this.#lines.pre(false);
    else if (name === 'td' || name === 'th') this.#lines.words(' | ');
    if (!BLOCKS.has(name)) return;
    this.#lines.end();
    if (APART.has(name)) this.#lines.gap();
  }

  oncomment(): void {}
  oncdata(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #say(text: string): void {
    if (this.#dropped === undefined) this.#lines.words(text);
    else if (this.#dropped === 'title') this.#title += text;
  }

  /** The first of a name counts. */
  #isRead(): boolean {
    return (this.#name === 'href' || this.#name === 'alt') && !this.#attributes.has(this.#name);
  }

  #endLink(): void {
    if (this.#link !== undefined && this.#lines.length > this.#link.at) this.#lines.words(` (${this.#link.href})`);
    this.#link = undefined;
  }

  #linkHere(): { readonly href: string; readonly at: number } | undefined {
    const href = this.#attributes.get('href') ?? '';
    const url = href === '' || href.startsWith('#') ? null : URL.parse(href, this.#base.href);
    if (url === null || !SHOWN_LINKS.has(url.protocol) || url.href.length > LONGEST_LINK) return undefined;
    return { href: url.href, at: this.#lines.length };
  }
}

const SHOWN_LINKS = new Set(['http:', 'https:', 'mailto:']);
const LONGEST_LINK = 500;

/** No control that the page does not hold itself. */
function characterOf(point: number): string {
  const isControl = (point < 0x20 && point !== 0x09 && point !== 0x0a) || (point >= 0x7f && point <= 0x9f);
  return isControl ? '\ufffd' : String.fromCodePoint(point);
}

function imageWords(alt = ''): string {
  return alt === '' ? '' : `[image: ${alt}]`;
}

function markOf(name: string): string {
  if (/^h[1-6]$/.test(name)) return `${'#'.repeat(Number(name[1]))} `;
  return name === 'li' ? '- ' : '';
}
