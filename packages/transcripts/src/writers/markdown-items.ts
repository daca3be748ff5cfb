/** A thread as Markdown: groups folded, every word of every result inside. */
import { HUMAN } from '@toolthread/core';
import type { Item } from '@toolthread/core';
import { linesOf, utf8Size } from '@toolthread/core/lines';
import type { LineSpan, PlacedLine } from '@toolthread/core/lines';
import { escapeMarkup, formatSize, visible } from '@toolthread/core/text';
import { aboutWords, timeText } from './about.ts';
import type { About } from './about.ts';
import { codeBlock, codeSpan } from './code-span.ts';
import { inertLine, inertMarkdown } from './inert-markdown.ts';
import { NO_TIME } from './like-heading.ts';
import { typedWords } from './typed-words.ts';

/** Longer results are in a fold of their own. */
const SHORT_RESULT = 500;

/**
 * The title, and whose session it is; nothing if nothing is known.
 *
 * @example
 * import { aboutThread } from '@toolthread/transcripts';
 * markdownHead(aboutThread(exampleThread))[0]; //=> '# Parser'
 */
export function markdownHead(about: About): readonly string[] {
  const { title } = about;
  const words = aboutWords(about).join(' · ');
  return [...(title === undefined ? [] : [`# ${lineOf(title)}`]), ...(words === '' ? [] : [`*${lineOf(words)}*`])];
}

/**
 * The paragraphs of a thread in Markdown.
 *
 * Laws: no word is left out; a call that did not end well says so ([L3]); nothing in it acts by itself ([L7]).
 *
 * @example
 * import { timeline } from '@toolthread/core';
 * [...markdownItems(timeline(exampleThread).items)].at(-2); //=> 'Only the linter.'
 */
export function* markdownItems(items: Iterable<Item>): Iterable<string> {
  for (const line of linesOf(items, 'whole', timeText)) yield paint(line);
}

function paint({ kind, spans, source }: PlacedLine): string {
  const text = spans
    .filter(({ role }) => role !== 'hint')
    .map((span) => span.text)
    .join('');
  const [first] = spans;
  switch (kind) {
    case 'message':
      return `${strong(first)}${whenOf(source)}\n\n${quoted(saidIn(source, textOfSpans(spans, 'words')))}`;
    case 'title':
      return strong(first);
    case 'fold':
      return opened(text);
    case 'end':
      return '</details>';
    case 'words':
      return inertMarkdown(text);
    case 'call':
      return callLine(spans);
    case 'output':
      return text.length <= SHORT_RESULT || first?.role === 'aside' ? codeBlock(text) : folded(text, first?.role);
    case 'request':
      return quoted(inertMarkdown(text));
    case 'note':
      return `*${lineOf(text)}*`;
    default:
      return kind satisfies never;
  }
}

/** A person typed words, an agent writes Markdown. */
function saidIn(source: PlacedLine['source'], words: string): string {
  return source?.kind === 'message' && source.author === HUMAN ? typedWords(words) : inertMarkdown(words);
}

/** ` · 2026-02-02 03:40`; of you alone nothing, if it is not known. */
function whenOf(source: PlacedLine['source']): string {
  const when = source !== undefined && 'at' in source ? timeText(source.at) : undefined;
  const isYou = source?.kind === 'message' && source.author === HUMAN && source.by === undefined;
  return when === undefined && isYou ? '' : ` · ${when ?? NO_TIME}`;
}

/** The call and its result are code; what is said about them is not. */
function callLine(spans: readonly LineSpan[]): string {
  const about = spans.filter(({ role }) => role !== 'name' && role !== 'arguments');
  const said = about.map(({ role, text }) => {
    if (role === 'mark') return text;
    return role === 'note' ? visible(text) : codeSpan(text);
  });
  return codeSpan(textOfSpans(spans, 'name') + textOfSpans(spans, 'arguments')) + said.join('');
}

function textOfSpans(spans: readonly LineSpan[], wanted: LineSpan['role']): string {
  return spans.find(({ role }) => role === wanted)?.text ?? '';
}

function folded(text: string, role: LineSpan['role'] | undefined): string {
  const size = formatSize(utf8Size(text));
  return `${opened(`${role === 'arguments' ? 'Arguments' : 'Result'} · ${size}`)}\n\n${codeBlock(text)}\n\n</details>`;
}

/** Readers of Markdown draw it closed, and open it by a click. */
function opened(summary: string): string {
  return `<details><summary>${escaped(singleSpaced(summary))}</summary>`;
}

function strong(span: LineSpan | undefined): string {
  return `**${lineOf(span?.text ?? '')}**`;
}

function lineOf(text: string): string {
  return inertLine(singleSpaced(text));
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

function singleSpaced(text: string): string {
  return text.replace(/\s\s*/g, ' ').trim();
}

/** In code nobody is mentioned. */
function escaped(text: string): string {
  const words = escapeMarkup(visible(text));
  return words.includes('@') ? `<code>${words}</code>` : words;
}
