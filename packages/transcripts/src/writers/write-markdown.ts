/** A thread as Markdown: groups folded, every word of every result inside. */
import { memberName } from '@toolthread/core';
import {
  changeLines,
  changesText,
  answerText,
  callResult,
  callStatus,
  compactionText,
  contentsText,
  entryLines,
  formatMeta,
  formatSize,
  headerText,
  HUMAN,
  requestText,
  resultText,
  statusText,
  textOfResult,
  timeline,
  visible,
  walkItems,
} from '@toolthread/core';
import type { Call, Drawn, Entry, GroupItem, Item, MessageItem, Thread } from '@toolthread/core';
import { codeBlock, codeSpan } from './code-text.ts';
import { inertMarkdown } from './inert-markdown.ts';

/** Longer results stand in a fold of their own. */
const SHORT_RESULT = 500;

/** Laws: no word is left out; a call that did not end well says so ([L3]); nothing in it acts by itself ([L7]). */
export function writeMarkdown(thread: Thread): string {
  const { state } = thread;
  const title = state.title === undefined ? [] : [`# ${inertMarkdown(state.title.replace(/\s+/g, ' ').trim())}`];
  const pieces = Array.from(walkItems(timeline(thread).items, drawItem), ({ leaf }) => leaf);
  return `${[...title, ...pieces].filter((piece) => piece !== '').join('\n\n')}\n`;
}

function drawItem(item: Item): Drawn<string>[] {
  switch (item.kind) {
    case 'message':
      return drawMessage(item);
    case 'group':
      return drawGroup(item);
    case 'reasoning':
      return folded('Reasoning', [...item.entries].flatMap(drawEntry));
    case 'answer':
      return [leaf(inertMarkdown(answerText(item).trim())), leaf(metaText(item))];
    case 'request':
      return [leaf(quoted(inertMarkdown(requestText(item))))];
    case 'status':
      return [leaf(`*${inertMarkdown(oneLine(statusText(item)))}*`)];
    case 'compaction':
      return folded(compactionText(item), [leaf(inertMarkdown(item.summary))]);
    case 'changes':
      return folded(changesText(item), [leaf(codeBlock(changeLines(item).join('\n')))]);
    case 'section':
      return [leaf(`**${inertMarkdown(oneLine(item.name))}**`), { kind: 'items', indent: 0, items: item.items }];
    case 'orphan': {
      const { name = 'tool', outcome } = item.result;
      const note = outcome === 'done' ? '' : ` · ${outcome}`;
      return [
        leaf(`Result without its call: ${codeSpan(name)}${note}`),
        ...drawResult(textOfResult(item.result) ?? ''),
      ];
    }
    case 'gone':
      return [];
    default:
      return item satisfies never;
  }
}

function drawMessage({ author, parts }: MessageItem): Drawn<string>[] {
  const name = author === HUMAN ? 'You' : inertMarkdown(oneLine(author));
  return [leaf(`**${name}**`), leaf(quoted(inertMarkdown(contentsText(parts).trim())))];
}

function drawGroup(group: GroupItem): Drawn<string>[] {
  const entries = [...group.entries].flatMap(drawEntry);
  const header = headerText(group, true);
  if (header === undefined || group.tally.calls === 0) return entries;
  return folded(header.replace(/ \(hide details\)$/, ''), entries);
}

function drawEntry(entry: Entry): Drawn<string>[] {
  switch (entry.kind) {
    case 'commentary':
      return [leaf(inertMarkdown(entry.text.trim()))];
    case 'reasoning':
      return folded('Reasoning', [leaf(inertMarkdown(entry.text.trim()))]);
    case 'call':
      return [
        ...drawCall(entry.call),
        ...entry.children.flatMap(({ name, items }) => folded(`↳ ${name}`, [{ kind: 'items', indent: 0, items }])),
      ];
    case 'discarded':
      return [
        leaf(
          `*Discarded attempt${entry.error === undefined ? '' : `: ${inertMarkdown(oneLine(entry.error.message))}`}*`,
        ),
      ];
    case 'gone':
      return [];
    default:
      return entry satisfies never;
  }
}

function drawCall(call: Call): Drawn<string>[] {
  const { head, note, inline } = entryLines(call);
  const state = note === undefined ? '' : ` · ${visible(note)}`;
  if (inline !== undefined) return [leaf(`${codeSpan(head)}${state} → ${codeSpan(inline)}`)];
  const text = callResult(call) === undefined ? call.output : (resultText(call) ?? '');
  const open = call.state.name !== 'settled' && callStatus(call) !== 'waiting' ? ' ⏳' : '';
  return [leaf(`${codeSpan(head)}${state}${open}`), ...drawResult(text)];
}

function drawResult(text: string): Drawn<string>[] {
  if (text.trim() === '') return [];
  if (text.length <= SHORT_RESULT) return [leaf(codeBlock(text))];
  return folded(`Result · ${formatSize(new TextEncoder().encode(text).length)}`, [leaf(codeBlock(text))]);
}

function metaText(item: Extract<Item, { kind: 'answer' }>): string {
  const { state, durationMs, tokens, scope } = item;
  const fate = state === 'done' || state === 'streaming' ? '' : ` · ${state}`;
  if (fate === '' && durationMs === undefined && tokens === undefined) return '';
  const name = memberName(scope);
  return `*${inertMarkdown(formatMeta({ name, durationMs, tokens }))}${fate}*`;
}

/** Readers of Markdown draw it closed, and open it by a click. */
function folded(summary: string, inside: readonly Drawn<string>[]): Drawn<string>[] {
  if (inside.length === 0) return [leaf(inertMarkdown(oneLine(summary)))];
  return [leaf(`<details><summary>${escaped(oneLine(summary))}</summary>`), ...inside, leaf('</details>')];
}

function leaf(text: string): Drawn<string> {
  return { kind: 'leaf', indent: 0, leaf: text };
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
