/**
 * The words of a page, plainly: headings, lines, items, links with where they lead. Nothing is run, loaded or styled.
 * One pass, whatever the page: what is never closed ends with the page, as in a browser.
 */
import { decodeEntities } from './decode-entities.ts';
import { TextLines } from './text-lines.ts';

export interface Page {
  readonly title: string | undefined;
  readonly text: string;
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

/** `pageText('<h1>Hi</h1>', new URL('https://example.org/')).text === '# Hi'` */
export function pageText(html: string, base: URL): Page {
  const lines = new TextLines();
  let title: string | undefined;
  let link: { readonly href: string; readonly at: number } | undefined;
  for (let at = 0; at < html.length;) {
    const open = html.indexOf('<', at);
    lines.words(decodeEntities(html.slice(at, open === -1 ? html.length : open)));
    if (open === -1) break;
    const tag = tagAt(html, open);
    if (tag === undefined) break;
    at = tag.end;
    if (tag.kind === 'none') lines.words('<');
    if (tag.kind !== 'open' && tag.kind !== 'close') continue;
    const { name } = tag;
    if (tag.kind === 'open' && (DROPPED.has(name) || name === 'title')) {
      const end = closingOf(html, at, name);
      if (name === 'title') title ??= oneLine(decodeEntities(html.slice(at, end)));
      at = end;
    } else if (name === 'a') {
      if (link !== undefined && lines.length > link.at) lines.words(` (${link.href})`);
      link = tag.kind === 'open' ? linkOf(tag.attributes, base, lines.length) : undefined;
    } else if (name === 'pre') lines.pre(tag.kind === 'open');
    else if (name === 'td' || name === 'th') lines.words(tag.kind === 'close' ? ' | ' : '');
    else if (name === 'img') lines.words(imageWords(tag.attributes));
    if (BLOCKS.has(name)) turnLine(lines, name, tag.kind);
  }
  return { title: title === '' ? undefined : title, text: lines.text() };
}

function turnLine(lines: TextLines, name: string, kind: 'open' | 'close'): void {
  if (kind === 'close') lines.end();
  if (APART.has(name)) lines.gap();
  if (kind === 'open') lines.begin(markOf(name));
}

type Tag =
  | { readonly kind: 'open' | 'close'; readonly name: string; readonly attributes: string; readonly end: number }
  /** A comment, a doctype; or a `<` that begins nothing. */
  | { readonly kind: 'other' | 'none'; readonly end: number };

/** Undefined: it is not closed before the page ends. */
function tagAt(html: string, open: number): Tag | undefined {
  if (html.startsWith('<!--', open)) return after(html, '-->', open + 4);
  if (html[open + 1] === '!' || html[open + 1] === '?') return after(html, '>', open + 2);
  const close = html[open + 1] === '/';
  NAME.lastIndex = open + (close ? 2 : 1);
  const name = NAME.exec(html)?.[0];
  if (name === undefined) return { kind: 'none', end: open + 1 };
  const end = tagEnd(html, NAME.lastIndex);
  if (end === -1) return undefined;
  const attributes = html.slice(NAME.lastIndex, end);
  return { kind: close ? 'close' : 'open', name: name.toLowerCase(), attributes, end: end + 1 };
}

const NAME = /[a-z][a-z0-9:-]{0,30}/giy;

function after(html: string, mark: string, from: number): Tag | undefined {
  const end = html.indexOf(mark, from);
  return end === -1 ? undefined : { kind: 'other', end: end + mark.length };
}

/** A `>` within quotes ends nothing. */
function tagEnd(html: string, from: number): number {
  for (let at = from; at < html.length; at += 1) {
    const character = html[at];
    if (character === '>') return at;
    if (character !== '"' && character !== "'") continue;
    at = html.indexOf(character, at + 1);
    if (at === -1) return -1;
  }
  return -1;
}

function closingOf(html: string, from: number, name: string): number {
  const closing = new RegExp(`</${name}`, 'gi');
  closing.lastIndex = from;
  return closing.exec(html)?.index ?? html.length;
}

function attribute(attributes: string, name: 'href' | 'alt'): string | undefined {
  const pattern = name === 'href' ? HREF : ALT;
  const [, double, single, bare] = pattern.exec(attributes.slice(0, LONGEST_ATTRIBUTES)) ?? [];
  const value = double ?? single ?? bare;
  return value === undefined ? undefined : decodeEntities(value).trim();
}

const LONGEST_ATTRIBUTES = 4096;
const HREF = /\shref\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const ALT = /\salt\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const LONGEST_LINK = 500;

function linkOf(attributes: string, base: URL, at: number): { readonly href: string; readonly at: number } | undefined {
  const href = attribute(attributes, 'href');
  if (href === undefined || href === '' || href.startsWith('#')) return undefined;
  try {
    const url = new URL(href, base);
    const shown = url.protocol === 'http:' || url.protocol === 'https:' || url.protocol === 'mailto:';
    return shown && url.href.length <= LONGEST_LINK ? { href: url.href, at } : undefined;
  } catch {
    return undefined;
  }
}

function imageWords(attributes: string): string {
  const alt = attribute(attributes, 'alt');
  return alt === undefined || alt === '' ? '' : `[image: ${alt}]`;
}

function markOf(name: string): string {
  if (/^h[1-6]$/.test(name)) return `${'#'.repeat(Number(name[1]))} `;
  return name === 'li' ? '- ' : '';
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
