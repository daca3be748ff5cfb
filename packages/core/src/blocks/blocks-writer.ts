/** A timeline as text with blocks: calls are blocks, commentary and answers are plain words between them. */
import { changeLines } from '../timeline/lines/change-lines.ts';
import { changesText } from '../timeline/lines/changes-text.ts';
import { callResult } from '../ledger/call.ts';
import type { Call } from '../ledger/call.ts';
import { callArguments, executedArguments, wholeArgumentPieces } from '../timeline/lines/call-text.ts';
import { contentsText } from '../text/content-text.ts';
import { cutResult, oneLine } from '../timeline/lines/cut-result.ts';
import { goesOn, liveText } from '../timeline/lines/group-header.ts';
import { entryLines } from '../timeline/lines/entry-lines.ts';
import { resultText, textOfResult, wholeText } from '../timeline/lines/result-text.ts';
import type { AnswerItem, Entry, GroupItem, Item, OrphanItem, StatusItem } from '../timeline/item.ts';
import {
  answerText,
  compactionText,
  discardedText,
  ORPHAN_TEXT,
  sectionText,
  UNKNOWN_TOOL,
} from '../timeline/lines/answer-text.ts';
import { evaluationText } from '../timeline/lines/evaluation-text.ts';
import { answerNotes, authorText, statusMark } from '../timeline/lines/header-words.ts';
import { reasoningItemText, reasoningLabel, reasoningText } from '../timeline/lines/reasoning-text.ts';
import { requestText } from '../timeline/lines/request/request-text.ts';
import { NO_TIME, setApart } from './set-apart.ts';
import type { Beginning } from './set-apart.ts';
import { writeWords } from './write-words.ts';
import { walkItems } from '../timeline/lines/walk-items.ts';
import type { Drawn } from '../timeline/lines/walk-items.ts';
import { completedTrace, startedTrace } from './format-tool-started.ts';
import type { DisplayedResult, ToolTraceEntry } from './format-tool-started.ts';
import { blockPieces, plainPieces } from './write-block.ts';
import type { BlockPiece } from './write-block.ts';
import { behind } from '../text/behind.ts';

type Piece =
  /** Texts to be put one after the other: each but the first begins with a newline. */
  | { readonly kind: 'words'; readonly texts: readonly string[]; readonly begins: Beginning }
  | { readonly kind: 'block'; readonly pieces: readonly BlockPiece[]; readonly trace: ToolTraceEntry };

/** How the text is written. */
export interface BlocksOptions {
  /** Nothing is cut or left out. */
  readonly whole?: boolean;
  /** Words are written without entities, for people to read. Such a text cannot be parsed, because words may look like a block. */
  readonly plain?: boolean;
  /** When a message was written, and an answer given. Where that is said, what was said has no line that looks like a heading. */
  readonly when?: (at: number) => string | undefined;
}

/**
 * Writes one list of items after the other, as if they were one.
 *
 * Laws: unless it is plain, `parseToolBlocks` gives the calls and the words back, up to what was cut, and nothing a model, a tool or a person
 * said becomes a block. Unless it is to be whole, reasoning and attempts that do not count are left out: a text-only chat never had them.
 *
 * @example
 * import { timeline } from '@toolthread/core';
 * new BlocksWriter().write(timeline(exampleThread).items).startsWith('You: Who uses the parser?'); //=> true
 */
export class BlocksWriter {
  /** What goes with the text as data: an entry for each block, in their order. */
  readonly trace: ToolTraceEntry[] = [];
  readonly #options: BlocksOptions;
  #last: Piece['kind'] | undefined;

  constructor(options: BlocksOptions = {}) {
    this.#options = options;
  }

  write(items: Iterable<Item>): string {
    let text = '';
    for (const piece of this.#pieces(items)) {
      if (piece.kind === 'block') this.trace.push(piece.trace);
      for (const part of this.#texts(piece)) text += part;
    }
    return text;
  }

  /** The same in pieces of text, for a thread that is longer than the memory: no trace is kept, and of no long text is there a copy. */
  *texts(items: Iterable<Item>): Iterable<string> {
    for (const piece of this.#pieces(items)) yield* this.#texts(piece);
  }

  /** Words without an author, such as a title. */
  say(text: string): string {
    return [...this.#texts({ kind: 'words', texts: [text], begins: 'behind a heading' })].join('');
  }

  *#pieces(items: Iterable<Item>): Iterable<Piece> {
    for (const { leaf } of walkItems(items, (item) => drawItem(item, this.#options))) yield leaf;
  }

  *#texts(piece: Piece): Iterable<string> {
    if (piece.kind === 'words' && piece.texts.every((text) => text === '')) return;
    const last = this.#last;
    this.#last = piece.kind;
    const { plain = false, when } = this.#options;
    const apart = (text: string, begins: Beginning): string => (when === undefined ? text : setApart(text, begins));
    if (piece.kind === 'block') {
      if (last !== undefined) yield '\n\n';
      for (const { text, begins } of piece.pieces) yield apart(text, begins);
      return;
    }
    if (last === 'words') yield '\n\n';
    const [first = '', ...others] = plain ? piece.texts : [writeWords(piece.texts.join(''))];
    yield apart(first, piece.begins);
    for (const text of others) yield apart(text, 'behind a heading');
  }
}

function drawItem(item: Item, options: BlocksOptions): Drawn<Piece>[] {
  const { whole = false, when } = options;
  switch (item.kind) {
    case 'message': {
      const author = authorText(item);
      const known = item.at === 0 ? undefined : when?.(item.at);
      const said = when === undefined || author === 'You' ? known : (known ?? NO_TIME);
      return [headed(...behind(`${author}${said === undefined ? '' : ` (${said})`}: `, contentsText(item.parts)))];
    }
    case 'group':
      return [
        ...[...item.entries].flatMap((entry) => drawEntry(entry, options, goesOn(item))),
        words(whole ? liveText(item) : item.live),
        ...verdict(item, whole),
      ];
    case 'answer':
      return [words(answerText(item)), headed(answerNote(item, options)), ...verdict(item, whole)];
    case 'request':
      return [
        ...item.lead.map(({ text }) => words(text)),
        ...(isWaiting(item.call) ? calledPieces(item.call, options, true) : []),
        words(requestText(item)),
      ];
    case 'status':
      return [words(statusMark(item) + item.text), ...verdict(item, whole)];
    case 'compaction':
      return [words(compactionText(item)), ...(whole ? [words(item.summary)] : [])];
    case 'changes':
      return [words(changesText(item)), ...(whole ? [words(changeLines(item).join('\n'))] : [])];
    case 'section':
      return [headed(`${sectionText(item)}:`), { kind: 'items', indent: 0, items: item.items }];
    case 'orphan':
      return [...(whole ? [words(ORPHAN_TEXT)] : []), orphanBlock(item, options)];
    case 'reasoning':
      return [
        ...(whole ? [words(reasoningItemText(item))] : []),
        ...[...item.entries].flatMap((entry) => drawEntry(entry, options, false)),
      ];
    case 'gone':
      return [];
    default:
      return item satisfies never;
  }
}

function verdict({ evaluations = [] }: AnswerItem | GroupItem | StatusItem, whole: boolean): Drawn<Piece>[] {
  return whole ? evaluations.map((each) => words(evaluationText(each))) : [];
}

/** When it was answered; where every word may be as it is, also by whom, and how it ended. */
function answerNote(answer: AnswerItem, { plain = false, when }: BlocksOptions): string {
  const said = answer.at === 0 ? undefined : when?.(answer.at);
  const notes = [...(plain ? answerNotes(answer) : []), ...(said === undefined ? [] : [said])];
  return notes.length === 0 ? '' : plain ? notes.join(' · ') : `(${notes.join()})`;
}

function drawEntry(entry: Entry, options: BlocksOptions, atWork: boolean): Drawn<Piece>[] {
  const { whole = false } = options;
  switch (entry.kind) {
    case 'commentary':
      return [words(entry.text)];
    case 'call':
      return [
        ...(isWaiting(entry.call) ? [] : calledPieces(entry.call, options, atWork)),
        ...entry.children.flatMap(({ name, items }): Drawn<Piece>[] => [
          headed(`↳ ${name}`),
          { kind: 'items', indent: 0, items },
        ]),
      ];
    case 'reasoning':
      return whole ? [words(`${reasoningLabel({ ...entry, atWork })}: ${reasoningText(entry)}`)] : [];
    case 'discarded':
      return whole ? [words(discardedText(entry)), words(entry.text)] : [];
    case 'gone':
      return [];
    default:
      return entry satisfies never;
  }
}

function words(text: string): Drawn<Piece> {
  return { kind: 'leaf', indent: 0, leaf: { kind: 'words', texts: [text], begins: 'at the left edge' } };
}

/** Words that begin with a heading of ours. */
function headed(...texts: readonly string[]): Drawn<Piece> {
  return { kind: 'leaf', indent: 0, leaf: { kind: 'words', texts, begins: 'behind a heading' } };
}

function blockOf(pieces: readonly BlockPiece[], trace: ToolTraceEntry): Drawn<Piece> {
  return { kind: 'leaf', indent: 0, leaf: { kind: 'block', pieces, trace } };
}

/** What it asks for is asked below its group, and so it is there that it was called. */
function isWaiting(call: Call | undefined): call is Call {
  return call?.state.name === 'waiting';
}

function calledPieces(call: Call, options: BlocksOptions, atWork: boolean): Drawn<Piece>[] {
  return [callBlock(call, options), ...(options.whole === true ? [words(besideResult(call, atWork))] : [])];
}

function callBlock(call: Call, options: BlocksOptions): Drawn<Piece> {
  const { whole = false, plain = false } = options;
  const result = callResult(call);
  const words = resultText(call);
  const text = whole ? wholeText(words, result?.structured) : words;
  const display = displayed(text, result?.fullSize, whole);
  const block = { id: call.named ? call.id : undefined, name: call.name, state: result?.outcome ?? 'pending' } as const;
  const shown = display?.shown;
  const written = plain
    ? plainPieces({ ...block, arguments: plainArguments(call, whole), result: shown })
    : blockPieces({ ...block, arguments: argumentsOf(call, whole), result: shown });
  const args = callArguments(call);
  return blockOf(
    written,
    result === undefined ? startedTrace(call.name, args) : completedTrace(call.name, display, args),
  );
}

/** What a block does not hold: all that is said of a call beside its arguments, its result and how it ended. */
function besideResult(call: Call, atWork: boolean): string {
  const { note, retry, inline, below, marker, problem } = entryLines(call, { whole: true, atWork });
  const result = callResult(call);
  const output = result === undefined ? (inline ?? below) : undefined;
  return [note === result?.outcome ? undefined : note, retry, output, marker, problem]
    .filter((text) => text !== undefined)
    .join('\n');
}

/** A call is one line: whole arguments are there as JSON, in which a newline is `\n`. */
function argumentsOf(call: Call, whole: boolean): string {
  const { text, truncated } = callArguments(call);
  return whole && truncated ? oneLine(executedArguments(call) ?? call.arguments) : text;
}

/** Several lines are between the brackets, each value with its own. */
function plainArguments(call: Call, whole: boolean): readonly string[] {
  const all = whole ? wholeArgumentPieces(call) : [];
  const [first = '', ...others] = all;
  if (all.every((text) => text === '')) return [argumentsOf(call, whole)];
  return others.length === 0 ? [first] : [`\n${first}`, ...others, '\n'];
}

function orphanBlock({ result }: OrphanItem, { whole = false, plain = false }: BlocksOptions): Drawn<Piece> {
  const { name = UNKNOWN_TOOL, call: id, outcome: state } = result;
  const words = textOfResult(result);
  const text = whole ? wholeText(words, result.structured) : words;
  const display = displayed(text, result.full_size, whole);
  const write = plain ? plainPieces : blockPieces;
  const written = write({ id, name, arguments: undefined, state, result: display?.shown, isOrphan: true });
  return blockOf(written, completedTrace(name, display));
}

function displayed(
  text: string | undefined,
  fullSize: number | undefined,
  whole: boolean,
): DisplayedResult | undefined {
  if (text === undefined) return undefined;
  return { text, shown: whole ? { text, marker: undefined, cut: 'none' } : cutResult(text, fullSize) };
}
