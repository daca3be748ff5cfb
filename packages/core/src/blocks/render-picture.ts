/** A timeline as a person reads it in a terminal: groups folded to a line, or open with their entries. */
import { memberName } from '../ledger/scope.ts';
import { changeLines, changesText } from '../timeline/changes-text.ts';
import { entryLines, resultLines, textOfResult } from '../timeline/entry-text.ts';
import type { EntryLines } from '../timeline/entry-text.ts';
import { formatMeta } from '../text/format.ts';
import { groupHeader, headerText } from '../timeline/header.ts';
import type { AnswerItem, Entry, GroupItem, Item, OrphanItem, Timeline } from '../timeline/item.ts';
import { answerText, compactionText, messageText, requestText, statusText } from './item-text.ts';
import { visible } from '../text/visible.ts';
import { walkItems } from './walk-items.ts';
import type { Drawn } from './walk-items.ts';
import { UNKNOWN_TOOL } from './write-block.ts';

/** An entry stands two spaces in, what belongs to it four. */
const ENTRY = 2;
const BELOW = 4;

/** Laws: a call that did not end well says so, open or folded ([L3]); no text moves the cursor ([L7]). */
export function renderPicture(timeline: Timeline, open: boolean): string {
  const lines: string[] = [];
  for (const { leaf, indent, opens } of walkItems(timeline.items, (item) => drawItem(item, open))) {
    if (opens && lines.length > 0) lines.push('');
    const space = ' '.repeat(indent);
    for (const line of leaf.split('\n')) lines.push(line === '' ? '' : space + line);
  }
  return visible(lines.join('\n'));
}

function drawItem(item: Item, open: boolean): Drawn<string>[] {
  switch (item.kind) {
    case 'message':
      return text(messageText(item));
    case 'group':
      return drawGroup(item, open);
    case 'reasoning':
      return [
        ...text(`Reasoning (${open ? 'hide' : 'show'} details)`),
        ...(open ? [...item.entries].flatMap(drawEntry) : []),
      ];
    case 'answer':
      return [...text(answerText(item)), ...text(metaText(item))];
    case 'request':
      return text(requestText(item));
    case 'status':
      return text(statusText(item));
    case 'compaction':
      return [...text(compactionText(item)), ...(open ? text(item.summary, ENTRY) : [])];
    case 'changes':
      return [...text(changesText(item)), ...(open ? text(changeLines(item).join('\n'), ENTRY) : [])];
    case 'section':
      return [...text(`${item.name}:`), { kind: 'items', indent: ENTRY, items: item.items }];
    case 'orphan':
      return drawOrphan(item);
    case 'gone':
      return [];
    default:
      return item satisfies never;
  }
}

/** A group without a call has nothing to fold: its words stand as they are. */
function drawGroup(group: GroupItem, open: boolean): Drawn<string>[] {
  const header = groupHeader(group);
  const entries = open || group.tally.calls === 0 ? [...group.entries].flatMap(drawEntry) : [];
  const rests = header?.state === 'thinking' && header.calls > 0 ? header.label : '';
  return [...text(headerText(group, open) ?? ''), ...entries, ...text(group.live === '' ? rests : group.live, ENTRY)];
}

function drawEntry(entry: Entry): Drawn<string>[] {
  switch (entry.kind) {
    case 'commentary':
      return text(entry.text, ENTRY);
    case 'reasoning':
      return text(`Reasoning: ${entry.text}`, ENTRY);
    case 'call':
      return [
        ...drawLines(entryLines(entry.call)),
        ...entry.children.flatMap(({ name, items }): Drawn<string>[] => [
          ...text(`${name}:`, BELOW),
          { kind: 'items', indent: BELOW + ENTRY, items },
        ]),
      ];
    case 'discarded':
      return [
        ...text(`Discarded attempt${entry.error === undefined ? '' : `: ${entry.error.message}`}`, ENTRY),
        ...text(entry.text, BELOW),
      ];
    case 'gone':
      return [];
    default:
      return entry satisfies never;
  }
}

/** `call → result`, or the result below its call; `⏳` while it runs. */
function drawLines(lines: EntryLines): Drawn<string>[] {
  const retries = lines.status === 'retrying' ? (lines.note ?? '') : '';
  const note = lines.note === undefined || lines.status === 'retrying' ? '' : ` · ${lines.note}`;
  const mark = lines.pending && lines.status !== 'waiting' ? ' ⏳' : '';
  const inline = lines.inline === undefined ? '' : ` → ${lines.inline}`;
  return [
    ...text(`${lines.head}${note}${mark}${inline}`, ENTRY),
    ...text(retries, BELOW),
    ...text((lines.below ?? []).join('\n'), BELOW),
    ...text(lines.marker ?? '', BELOW),
  ];
}

function drawOrphan({ result }: OrphanItem): Drawn<string>[] {
  const { outcome } = result;
  return [
    ...text('Result without its call'),
    ...drawLines({
      head: result.name ?? UNKNOWN_TOOL,
      status: outcome,
      pending: false,
      ...(outcome === 'done' ? {} : { note: outcome }),
      ...resultLines(textOfResult(result) ?? '', { fullSize: result.full_size }),
    }),
  ];
}

/** `Assistant · 1.2s · 650 tokens`; and what became of an answer that was not finished. */
function metaText({ scope, state, durationMs, tokens }: AnswerItem): string {
  const name = memberName(scope);
  const fate = state === 'done' || state === 'streaming' ? '' : ` · ${state}`;
  if (fate === '' && durationMs === undefined && tokens === undefined) return '';
  return formatMeta({ name, durationMs, tokens }) + fate;
}

/** Lines without the blank ones around them; nothing for no words. */
function text(words: string, indent = 0): Drawn<string>[] {
  const trimmed = words
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
  return trimmed === '' ? [] : [{ kind: 'leaf', indent, leaf: trimmed }];
}
