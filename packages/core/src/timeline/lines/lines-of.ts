/**
 * A timeline as lines, once for all: plain text, the terminal and Markdown only paint them. The role of a span says what its text is,
 * so that nobody has to read the text to know.
 *
 * Laws: a call that did not end well says so, open or folded ([L3]); the texts of a line, one after the other, are the line in words.
 */
import type { CallStatus } from '../../ledger/call.ts';
import { HUMAN } from '../../ledger/human.ts';
import { changeLines } from './change-lines.ts';
import { changesText } from './changes-text.ts';
import { contentsText } from '../../text/content-text.ts';
import { english } from '../../text/language/english.ts';
import { withoutBlankLines } from '../../text/line-ends/without-blank-lines.ts';
import { goesOn, groupHeader, hasEntries, liveText } from './group-header.ts';
import type { GroupState } from './group-header.ts';
import { childrenAround } from './children-around.ts';
import type { AnswerItem, Child, Entry, GroupItem, Item, StatusItem } from '../item.ts';
import { entryLines, orphanLines } from './entry-lines.ts';
import type { EntryLines } from './entry-lines.ts';
import { answerNotes, authorText, headerWords, statusMark } from './header-words.ts';
import { answerText, compactionText, discardedText, ORPHAN_TEXT, sectionText, statusText } from './answer-text.ts';
import { evaluationText } from './evaluation-text.ts';
import { reasoningItemText, reasoningLabel, reasoningText } from './reasoning-text.ts';
import { proposalLines } from './request/proposal-lines.ts';
import { requestText } from './request/request-text.ts';
import { requestTitle, settledText } from './request/settled-text.ts';
import { walkItems } from './walk-items.ts';
import type { Drawn } from './walk-items.ts';

/** `collapsed`: what opens is its head alone; `expanded`: all is open, long results are cut; `whole`: nothing is cut. */
export type LinesForm = 'collapsed' | 'expanded' | 'whole';

/** What a piece of a line is, so that each form can paint it. */
export type LineRole =
  /** Who speaks: the person who reads, or somebody else. */
  | 'reader'
  | 'author'
  | 'title'
  /** The head of a group, and what a click on it would do. */
  | 'label'
  | 'hint'
  | 'name'
  | 'arguments'
  | 'note'
  | 'result'
  | 'error'
  /** What a person or a model said. */
  | 'words'
  | 'aside'
  /** ` → `, ` · `, ` ⏳`: between other spans. */
  | 'mark';

/** A piece of a line, with its role. */
export interface LineSpan {
  readonly role: LineRole;
  /** Only the last one of a line may have newlines in it. */
  readonly text: string;
}

/** A line of a timeline. */
export interface TimelineLine {
  /** A `fold` is the head of all that is before its `end`; `words` are Markdown, `output` is as a program wrote it. */
  readonly kind: 'message' | 'title' | 'fold' | 'end' | 'words' | 'call' | 'output' | 'request' | 'note';
  readonly state: GroupState | CallStatus | undefined;
  readonly spans: readonly LineSpan[];
  /** The item or entry that says it; the lines of one are together, but for what is nested in it. */
  readonly source: Item | Entry | undefined;
}

/** A line, with its indentation. */
export interface PlacedLine extends TimelineLine {
  readonly indent: number;
  /** The first of an item of the outermost list. */
  readonly opens: boolean;
}

type Lines = readonly Drawn<TimelineLine>[];

/** An entry is two columns in, what belongs to it four. */
const ENTRY = 2;
const BELOW = 4;

/** When something was said, in words; undefined if nobody knows. */
export type WhenText = (at: number) => string | undefined;

/**
 * The lines of a timeline, in spans with roles. Plain text, the terminal and Markdown paint them. `when`: below an answer, in which words
 * it says when it was given.
 *
 * @example
 * import { timeline } from '@toolthread/core';
 * const [first] = linesOf(timeline(exampleThread).items, 'collapsed');
 * first?.spans.map(({ text }) => text).join(''); //=> 'You: Who uses the parser?'
 */
export function* linesOf(items: Iterable<Item>, form: LinesForm, when?: WhenText): Iterable<PlacedLine> {
  for (const { leaf, indent, opens } of walkItems(items, (item) => saidBy(item, itemLines(item, form, when)))) {
    yield { ...leaf, indent, opens };
  }
}

/** The whole lines of one item or entry, without those of what is nested in it. */
export function linesBy(source: Item | Entry): readonly TimelineLine[] {
  const drawn = isEntry(source) ? entryLinesOf(source, 'whole', false) : itemLines(source, 'whole');
  return saidBy(source, drawn).flatMap((line) =>
    line.kind === 'leaf' && line.leaf.source === source ? line.leaf : [],
  );
}

/** An item that is `gone` has no lines. */
function isEntry(source: Item | Entry): source is Entry {
  return source.kind === 'reasoning' ? !('entries' in source) : ENTRIES.has(source.kind);
}

const ENTRIES: ReadonlySet<(Item | Entry)['kind']> = new Set(['commentary', 'call', 'discarded']);

function itemLines(item: Item, form: LinesForm, when?: WhenText): Lines {
  const inside = (lines: () => Lines): Lines => (form === 'collapsed' ? [] : lines());
  switch (item.kind) {
    case 'message': {
      const role = item.author === HUMAN && item.by === undefined ? 'reader' : 'author';
      return line('message', [span(role, authorText(item)), mark(': '), words(contentsText(item.parts))]);
    }
    case 'group':
      return groupLines(item, form);
    case 'reasoning':
      return fold(
        [span('aside', reasoningItemText(item)), span('hint', ` (${form === 'collapsed' ? 'show' : 'hide'} details)`)],
        inside(() => [...item.entries].flatMap((entry) => (entry.kind === 'reasoning' ? thought(entry, ENTRY) : []))),
      );
    case 'answer':
      return [...line('words', [words(answerText(item))]), ...metaLine(item, when), ...verdictLines(item, form)];
    case 'request':
      return [
        ...item.lead.flatMap(({ text }) => line('words', [words(text)])),
        ...line('request', [words(requestText(item), item.request.settled === undefined ? 'note' : 'aside')]),
      ];
    case 'status':
      return fold(
        [mark(statusMark(item)), words(statusText(item), item.level === 'error' ? 'error' : 'aside')],
        inside(() => evaluationLines(item)),
      );
    case 'compaction':
      return fold(
        [span('aside', compactionText(item))],
        inside(() => line('words', [words(item.summary, 'aside')], ENTRY)),
      );
    case 'changes':
      return fold(
        [span('aside', changesText(item))],
        inside(() => line('output', [words(changeLines(item).join('\n'), 'aside')], ENTRY)),
      );
    case 'section':
      return [
        ...line('title', [span('title', sectionText(item)), mark(':')]),
        { kind: 'items', indent: ENTRY, items: item.items },
      ];
    case 'orphan':
      return [...line('note', [span('note', ORPHAN_TEXT)]), ...orphaned(orphanLines(item, form === 'whole'))];
    case 'gone':
      return [];
    default:
      return item satisfies never;
  }
}

/** A group without a call has nothing to fold: its words stand as they are. */
function groupLines(group: GroupItem, form: LinesForm): Lines {
  const header = groupHeader(group);
  const { label = '', hint = '' } = header === undefined ? {} : headerWords(header, form !== 'collapsed');
  const spans = [span('label', label), span('hint', hasEntries(group) ? hint : '')];
  const shown = form !== 'collapsed' || group.tally.calls === 0;
  const entries = [...group.entries].flatMap((entry) =>
    saidBy(entry, shown ? entryLinesOf(entry, form, goesOn(group)) : askedLines(entry)),
  );
  return [
    ...(group.tally.calls > 0
      ? fold(spans, [...entries, ...verdictLines(group, form)], 0, header?.state)
      : [...line('note', spans, 0, header?.state), ...entries]),
    ...line('words', [words(liveText(group, header), 'aside')], ENTRY),
  ];
}

/** Why it went on, or came to its normal end: that is asked of everything only. */
function verdictLines(item: AnswerItem | GroupItem, form: LinesForm): Lines {
  return form === 'whole' ? evaluationLines(item) : [];
}

function evaluationLines({ evaluations = [] }: AnswerItem | GroupItem | StatusItem): Lines {
  return evaluations.flatMap((each) => line('note', [words(evaluationText(each), 'aside')], ENTRY));
}

/** What a person was asked and said is in sight, though the group is folded; and so does a plan that nobody decided on. */
function askedLines(entry: Entry): Lines {
  const call = entry.kind === 'call' && entry.call.state.name === 'settled' ? entry.call : undefined;
  const request = call?.request;
  if (call === undefined || (request?.kind !== 'question' && request?.kind !== 'plan')) return [];
  const isOpen = request.settled === undefined || request.settled.decision === 'withdrawn';
  const plan = isOpen && request.kind === 'plan' ? proposalLines(request.proposedArguments ?? call.arguments) : [];
  const title = `${requestTitle({ request, call })} → ${isOpen ? english.say('no answer') : settledText(request)}`;
  return line('note', [words([title, ...plan].join('\n'), 'aside')], ENTRY);
}

function entryLinesOf(entry: Entry, form: LinesForm, atWork: boolean): Lines {
  switch (entry.kind) {
    case 'commentary':
      return line('words', [words(entry.text)], ENTRY);
    case 'reasoning':
      return fold([span('aside', reasoningLabel({ ...entry, atWork }))], thought(entry, BELOW), ENTRY);
    case 'call': {
      const { above, between, below } = childrenAround(entry.call, entry.children);
      const call = entryLines(entry.call, { whole: form === 'whole', atWork, apart: above.length > 0 });
      return [
        ...calledLines(call),
        ...above.flatMap(childLines),
        ...givenLines(call),
        ...between.flatMap(childLines),
        ...problemLines(call),
        ...below.flatMap(childLines),
      ];
    }
    case 'discarded':
      return fold([span('aside', discardedText(entry))], line('words', [words(entry.text, 'aside')], BELOW), ENTRY);
    case 'gone':
      return [];
    default:
      return entry satisfies never;
  }
}

function thought(entry: Extract<Entry, { kind: 'reasoning' }>, indent: number): Lines {
  return line('words', [words(reasoningText(entry), 'aside')], indent);
}

function childLines({ name, items }: Child): Lines {
  return fold([span('title', `↳ ${name}`)], [{ kind: 'items', indent: BELOW + ENTRY, items }], BELOW);
}

function orphaned(result: EntryLines): Lines {
  return [...calledLines(result), ...givenLines(result), ...problemLines(result)];
}

/** `call → result`, or the call alone; `⏳` while it runs. */
function calledLines(call: EntryLines): Lines {
  const { name, status, note, retry, inline } = call;
  return [
    ...line(
      'call',
      [
        span('name', name),
        span('arguments', call.arguments === undefined ? '' : `(${call.arguments})`),
        ...(note === undefined ? [] : [mark(' · '), span('note', note)]),
        mark(call.pending && status !== 'waiting' ? ' ⏳' : ''),
        ...(inline === undefined ? [] : [mark(' → '), span(resultRole(call), inline)]),
      ],
      ENTRY,
      status,
    ),
    ...line('output', [words(call.wholeArguments ?? '', 'arguments')], BELOW),
    ...line('note', [span('note', retry ?? '')], BELOW),
  ];
}

/** What is not on the call's own line. */
function givenLines(call: EntryLines): Lines {
  const { below = '', marker, tail = '' } = call;
  return [
    ...line('output', [words(below, resultRole(call))], BELOW),
    ...line('note', [span('aside', marker ?? '')], BELOW),
    ...line('output', [words(tail, resultRole(call))], BELOW),
  ];
}

function problemLines({ problem }: EntryLines): Lines {
  return line('note', [words(problem ?? '', 'error')], BELOW);
}

function resultRole({ status }: EntryLines): LineRole {
  return status === 'failed' ? 'error' : 'result';
}

function metaLine(item: AnswerItem, when: WhenText | undefined): Lines {
  const [meta = '', ending = ''] = answerNotes(item);
  const given = item.state === 'streaming' ? undefined : when?.(item.at);
  const said = [span('aside', meta), span('note', ending), span('aside', given ?? '')];
  const spans = said.filter(({ text }) => text !== '');
  return line(
    'note',
    spans.flatMap((each, index) => (index === 0 ? [each] : [mark(' · '), each])),
  );
}

function fold(head: readonly LineSpan[], inside: Lines, indent = 0, state?: GroupState): Lines {
  if (inside.length === 0) return line('note', head, indent, state);
  return [...line('fold', head, indent, state), ...inside, { kind: 'leaf', indent, leaf: END }];
}

const END: TimelineLine = { kind: 'end', state: undefined, spans: [], source: undefined };

function saidBy(source: Item | Entry, lines: Lines): Lines {
  return lines.map((drawn) =>
    drawn.kind === 'items' || drawn.leaf.source !== undefined ? drawn : { ...drawn, leaf: { ...drawn.leaf, source } },
  );
}

function line(
  kind: TimelineLine['kind'],
  spans: readonly LineSpan[],
  indent = 0,
  state?: TimelineLine['state'],
): Lines {
  const said = spans.filter(({ text }) => text !== '');
  return said.length === 0 ? [] : [{ kind: 'leaf', indent, leaf: { kind, state, spans: said, source: undefined } }];
}

function span(role: LineRole, text: string): LineSpan {
  return { role, text };
}

function mark(text: string): LineSpan {
  return span('mark', text);
}

/** Text without the blank lines around it. */
function words(text: string, role: LineRole = 'words'): LineSpan {
  return span(role, withoutBlankLines(text));
}
