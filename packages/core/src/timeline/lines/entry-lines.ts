import { callResult, callStatus } from '../../ledger/call.ts';
import type { Call, CallStatus } from '../../ledger/call.ts';
import { english } from '../../text/language/english.ts';
import { formatSize } from '../../text/amounts/format-size.ts';
import type { Language } from '../../text/language/language.ts';
import { UNKNOWN_TOOL } from './answer-text.ts';
import { callArguments, callName, wholeArguments } from './call-text.ts';
import { oneLine, utf8Size } from './cut-result.ts';
import { callNote, isUnderWay, outcomeNote, problemText, retryText } from './call-note.ts';
import { resultLines, resultText, textOfResult, wholeText } from './result-text.ts';
import type { ResultLines } from './result-text.ts';
import type { OrphanItem } from '../item.ts';

/**
 * One entry of a group: `name(arguments) · note → inline`, or with `retry`, `below`, `marker` and `problem` under it, each on lines of its own.
 * `note` says what the result does not: that it failed or waits, or that a person edited it.
 */
export interface EntryLines extends ResultLines {
  readonly name: string;
  /** Undefined if nobody knows them. */
  readonly arguments: string | undefined;
  /** All of them, where nothing is to be cut and a line does not hold them. */
  readonly wholeArguments?: string;
  readonly status: CallStatus;
  readonly pending: boolean;
  readonly note?: string;
  readonly retry?: string;
  readonly problem?: string;
}

/** How an entry is told. */
export interface EntryOptions {
  /** Neither long arguments nor a long result are cut. */
  readonly whole?: boolean;
  /** Whether somebody is at work in its group; of a call alone nobody knows, and it is taken for granted. */
  readonly atWork?: boolean;
  /** Something is between the call and its result: the result is not on the call's line. */
  readonly apart?: boolean;
  readonly language?: Language;
}

/**
 * A call and its result as lines.
 *
 * @example
 * entryLines(exampleCall).inline; //=> 'src/lint.ts'
 */
export function entryLines(call: Call, options: EntryOptions = {}): EntryLines {
  const { whole = false, atWork = true, apart = false, language = english } = options;
  const pending = isUnderWay(call, atWork);
  const result = callResult(call);
  const said = result === undefined ? call.output : resultText(call, language);
  const text = whole ? wholeText(said, result?.structured) : said;
  const fullSize = result?.fullSize;
  const failed = callStatus(call) === 'failed';
  const lines =
    text === undefined ? {} : resultLines(text, { apart: apart || pending, fullSize, whole, failed, language });
  const { text: line, truncated } = callArguments(call);
  const all = whole ? longArguments(call, line) : undefined;
  const seen = lines.inline ?? [lines.below, lines.tail].filter((each) => each !== undefined).join('\n');
  return {
    name: callName(call),
    arguments: all === undefined ? line : '…',
    ...given('wholeArguments', all),
    status: callStatus(call),
    pending,
    ...given('note', noteOf(call, options, truncated && !whole)),
    ...given('retry', retryText(call, language)),
    ...lines,
    ...given('problem', problemText(call, seen)),
  };
}

/** Those that a line does not hold as they are: they are too long, or have lines of their own. */
function longArguments(call: Call, line: string): string | undefined {
  const all = wholeArguments(call);
  // On one line they would be longer still.
  const isLonger = all.length > line.length;
  return all === '' || (!isLonger && all.split('\n').join(', ') === line) ? undefined : all;
}

/** [L4] What is cut says how much there is. */
function noteOf(call: Call, { atWork, language = english }: EntryOptions, cut: boolean): string | undefined {
  const size = (): string => formatSize(utf8Size(call.arguments), language);
  const said = cut ? language.say('arguments truncated, {size}', { size: size() }) : undefined;
  const words = [callNote(call, atWork, language), said].filter((word) => word !== undefined);
  return words.length === 0 ? undefined : words.join(' · ');
}

/** The same for a result whose call nobody knows. */
export function orphanLines({ result }: OrphanItem, whole = false): EntryLines {
  const { name = UNKNOWN_TOOL, outcome, structured, full_size: fullSize } = result;
  const words = textOfResult(result);
  return {
    name: oneLine(name),
    arguments: undefined,
    status: outcome,
    pending: false,
    ...given('note', outcomeNote(outcome)),
    ...resultLines((whole ? wholeText(words, structured) : words) ?? '', {
      fullSize,
      whole,
      failed: outcome === 'failed',
    }),
  };
}

function given<Name extends string>(name: Name, text: string | undefined): { readonly [key in Name]?: string } {
  const texts: { [key in Name]?: string } = {};
  if (text !== undefined) texts[name] = text;
  return texts;
}
