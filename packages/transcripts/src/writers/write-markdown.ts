/** A thread as Markdown: groups folded, every word of every result inside. */
import { timeline } from '@toolthread/core';
import type { Thread } from '@toolthread/core';
import { linesOf } from '@toolthread/core/lines';
import type { LineSpan, PlacedLine } from '@toolthread/core/lines';
import { formatSize, visible } from '@toolthread/core/text';
import { codeBlock, codeSpan } from './code-span.ts';
import { inertMarkdown } from './inert-markdown.ts';

/** Longer results stand in a fold of their own. */
const SHORT_RESULT = 500;

/** Laws: no word is left out; a call that did not end well says so ([L3]); nothing in it acts by itself ([L7]). */
export function writeMarkdown(thread: Thread): string {
  const { title } = thread.state;
  const heading = title === undefined ? [] : [`# ${lineOf(title)}`];
  const pieces = Array.from(linesOf(timeline(thread).items, 'whole'), paint);
  return `${[...heading, ...pieces].join('\n\n')}\n`;
}

function paint({ kind, spans }: PlacedLine): string {
  const text = spans
    .filter(({ role }) => role !== 'hint')
    .map((span) => span.text)
    .join('');
  const [first] = spans;
  switch (kind) {
    case 'message':
      return `${strong(first)}\n\n${quoted(inertMarkdown(textOfSpans(spans, 'words')))}`;
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
      return text.length <= SHORT_RESULT || first?.role === 'aside' ? codeBlock(text) : foldedResult(text);
    case 'request':
      return quoted(inertMarkdown(text));
    case 'note':
      return `*${lineOf(text)}*`;
    default:
      return kind satisfies never;
  }
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

function foldedResult(text: string): string {
  const size = formatSize(new TextEncoder().encode(text).length);
  return `${opened(`Result · ${size}`)}\n\n${codeBlock(text)}\n\n</details>`;
}

/** Readers of Markdown draw it closed, and open it by a click. */
function opened(summary: string): string {
  return `<details><summary>${escaped(oneLine(summary))}</summary>`;
}

function strong(span: LineSpan | undefined): string {
  return `**${lineOf(span?.text ?? '')}**`;
}

function lineOf(text: string): string {
  return inertMarkdown(oneLine(text));
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function escaped(text: string): string {
  return visible(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '@\u200b');
}
