/** A thread as lines for a terminal: groups folded to a line, or open with their entries. */
import { memberName } from '@toolthread/core';
import {
  changeLines,
  changesText,
  answerText,
  compactionText,
  contentsText,
  entryLines,
  formatMeta,
  groupHeader,
  headerText,
  HUMAN,
  requestText,
  resultLines,
  statusText,
  textOfResult,
  walkItems,
} from '@toolthread/core';
import type { AnswerItem, Drawn, Entry, EntryLines, GroupItem, Item, MessageItem, OrphanItem } from '@toolthread/core';
import { BLANK, line, span, textLines } from '../terminal/line.ts';
import type { Line, Span } from '../terminal/line.ts';
import type { Style } from '../terminal/style.ts';
import { markdownLines } from './markdown-lines.ts';

/** An entry stands two columns in, what belongs to it four. */
const ENTRY = 2;
const BELOW = 4;

/** Laws: a call that did not end well says so, open or folded ([L3]); items are parted by a blank line. */
export function* drawThread(items: Iterable<Item>, expanded: boolean): Iterable<Line> {
  let first = true;
  for (const { leaf, indent, opens } of walkItems(items, (item) => drawItem(item, expanded))) {
    if (opens && !first) yield BLANK;
    first = false;
    yield indent === 0 ? leaf : { ...leaf, indent: leaf.indent + indent };
  }
}

function drawItem(item: Item, expanded: boolean): Drawn<Line>[] {
  switch (item.kind) {
    case 'message':
      return leaves(drawMessage(item));
    case 'group':
      return drawGroup(item, expanded);
    case 'reasoning':
      return [
        ...leaves([line([span(`Reasoning (${expanded ? 'hide' : 'show'} details)`, 'faint')])]),
        ...(expanded ? [...item.entries].flatMap(drawEntry) : []),
      ];
    case 'answer':
      return leaves([...markdownLines(answerText(item)), ...metaLines(item)]);
    case 'request':
      return leaves(textLines(requestText(item), item.request.settled === undefined ? 'careful' : 'faint'));
    case 'status':
      return leaves(textLines(statusText(item), item.level === 'error' ? 'bad' : 'faint'));
    case 'compaction':
      return leaves([
        line([span(`─── ${compactionText(item)} ───`, 'faint')]),
        ...(expanded ? textLines(item.summary, 'faint', ENTRY) : []),
      ]);
    case 'changes':
      return leaves([
        ...textLines(changesText(item), 'faint'),
        ...(expanded ? textLines(changeLines(item).join('\n'), 'faint', ENTRY) : []),
      ]);
    case 'section':
      return [
        ...leaves([line([span(`${item.name}:`, 'strong')])]),
        { kind: 'items', indent: ENTRY, items: item.items },
      ];
    case 'orphan':
      return leaves(drawOrphan(item));
    case 'gone':
      return [];
    default:
      return item satisfies never;
  }
}

/** `❯ upgrade the parser`; anyone but the reader is named. */
function drawMessage({ author, parts }: MessageItem): Line[] {
  const mark = author === HUMAN ? '❯ ' : `❯ ${author}: `;
  const [first, ...rest] = textLines(contentsText(parts), 'strong');
  const head = line([span(mark, 'accent'), ...(first?.spans ?? [])], 0, ENTRY);
  return [head, ...rest.map((row) => ({ ...row, indent: row.indent + ENTRY }))];
}

/** A group without a call has nothing to fold: its words stand as they are. */
function drawGroup(group: GroupItem, expanded: boolean): Drawn<Line>[] {
  const header = groupHeader(group);
  const entries = expanded || group.tally.calls === 0 ? [...group.entries].flatMap(drawEntry) : [];
  return [
    ...leaves(headerLine(headerText(group, expanded) ?? '', header === undefined ? 'plain' : STATES[header.state])),
    ...entries,
    ...leaves(textLines(group.live, 'faint', ENTRY)),
  ];
}

const STATES: { readonly [state in NonNullable<ReturnType<typeof groupHeader>>['state']]: Style } = {
  thinking: 'faint',
  working: 'accent',
  waiting: 'careful',
  failed: 'bad',
  interrupted: 'careful',
  done: 'good',
};

/** The label in the colour of its state; what only helps is faint. */
function headerLine(text: string, style: Style): Line[] {
  if (text === '') return [];
  const hint = / \((?:show|hide) details\)$/.exec(text);
  const label = hint === null ? text : text.slice(0, hint.index);
  return [line([span(label, style), span(hint?.[0] ?? '', 'faint')], 0, ENTRY)];
}

function drawEntry(entry: Entry): Drawn<Line>[] {
  switch (entry.kind) {
    case 'commentary':
      return leaves(textLines(entry.text, 'plain', ENTRY));
    case 'reasoning':
      return leaves(textLines(`Reasoning: ${entry.text}`, 'faint', ENTRY));
    case 'call':
      return [
        ...leaves(drawEntryLines(entryLines(entry.call))),
        ...entry.children.flatMap(({ name, items }): Drawn<Line>[] => [
          ...leaves([line([span(`↳ ${name}`, 'strong')], BELOW)]),
          { kind: 'items', indent: BELOW + ENTRY, items },
        ]),
      ];
    case 'discarded':
      return leaves([
        ...textLines(`Discarded attempt${entry.error === undefined ? '' : `: ${entry.error.message}`}`, 'faint', ENTRY),
        ...textLines(entry.text, 'faint', BELOW),
      ]);
    case 'gone':
      return [];
    default:
      return entry satisfies never;
  }
}

/** `call → result`, or the result below its call; `⏳` while it runs. */
function drawEntryLines({ head, status, pending, note, inline, below = [], marker }: EntryLines): Line[] {
  const bad = status === 'failed';
  const state: Style = bad ? 'bad' : 'careful';
  const bracket = head.indexOf('(');
  const name = bracket === -1 ? head : head.slice(0, bracket);
  const spans: Span[] = [
    span(name, bad ? 'bad' : 'plain'),
    span(head.slice(name.length), 'faint'),
    span(note === undefined ? '' : ` · ${note}`, state),
    span(pending && status !== 'waiting' ? ' ⏳' : ''),
    span(inline === undefined ? '' : ` → ${inline}`, bad ? 'bad' : 'plain'),
  ];
  return [
    line(spans, ENTRY, ENTRY),
    ...below.map((words) => line([span(words, bad ? 'bad' : 'plain')], BELOW)),
    ...(marker === undefined ? [] : [line([span(marker, 'faint')], BELOW)]),
  ];
}

function drawOrphan({ result }: OrphanItem): Line[] {
  const { outcome, name = 'tool', full_size: fullSize } = result;
  const note = outcome === 'done' ? {} : { note: outcome };
  const lines = resultLines(textOfResult(result) ?? '', { fullSize });
  return [
    line([span('Result without its call', 'careful')]),
    ...drawEntryLines({ head: name, status: outcome, pending: false, ...note, ...lines }),
  ];
}

/** `Assistant · 1.2s · 650 tokens`; and what became of an answer that was not finished. */
function metaLines({ scope, state, durationMs, tokens }: AnswerItem): Line[] {
  const name = memberName(scope);
  const fate = state === 'done' || state === 'streaming' ? '' : ` · ${state}`;
  if (fate === '' && durationMs === undefined && tokens === undefined) return [];
  return [line([span(formatMeta({ name, durationMs, tokens }), 'faint'), span(fate, 'careful')])];
}

function leaves(lines: readonly Line[]): Drawn<Line>[] {
  return lines.map((leaf) => ({ kind: 'leaf', indent: 0, leaf }));
}
