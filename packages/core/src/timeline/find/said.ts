/** What was said in a thread, settled: the texts that a search over all threads looks at. */
import { callStatus } from '../../ledger/call.ts';
import { memberName } from '../../ledger/scope-kind.ts';
import { composed } from '../../text/composed.ts';
import type { Entry, Item } from '../item.ts';
import { saidText } from './said-texts.ts';
import { whoseOf } from './whose-of.ts';

/** What a text can be found by beside its words. */
export interface SaidFacts {
  /** Of a call, or of a result without one: the tool's name, and how it ended. */
  readonly tool?: string;
  readonly outcome?: string;
  /** Of a message: who wrote it. */
  readonly author?: string;
}

/** A text, with what it can be found by. Letters are composed (NFC). */
export interface Said extends SaidFacts {
  /** The key of the item or entry that says it. */
  readonly place: string;
  /** Where a rewind took it back: the last event of the version that has it, and the place. */
  readonly version?: number;
  /** Who or what says it: `you`, `answer`, the name of a tool. */
  readonly whose: string;
  /** The member of a team that says it. */
  readonly agent?: string;
  readonly at: number;
  readonly text: string;
}

/** An item, or an entry with the group that it is in. */
export interface Sayer {
  readonly source: Item | Entry;
  /** The item itself, or the group that has the entry. */
  readonly item: Item;
}

/** Undefined if nothing is said, or more may come: a stream is found when it has ended. */
export function saidOf(sayer: Sayer): Said | undefined {
  if (!isSettled(sayer)) return undefined;
  const { source, item } = sayer;
  const text = composed(saidText(source));
  if (text === '') return undefined;
  const agent = 'scope' in item ? memberName(item.scope) : undefined;
  return {
    place: source.key,
    whose: whoseOf(source),
    ...factsOf(source),
    ...(agent === undefined ? {} : { agent }),
    at: timeOf(sayer),
    text,
  };
}

function isSettled({ source, item }: Sayer): boolean {
  switch (source.kind) {
    case 'answer':
      return source.state !== 'streaming';
    case 'call':
      return source.call.state.name === 'settled';
    case 'commentary':
      return !isGrowing(source, item);
    case 'reasoning':
      return 'entries' in source || source.complete || !isGrowing(source, item);
    case 'message':
    case 'request':
    case 'status':
    case 'compaction':
    case 'changes':
    case 'orphan':
    case 'discarded':
      return true;
    case 'group':
    case 'section':
    case 'gone':
      return false;
    default:
      return source satisfies never;
  }
}

/** Words at the end of a group in which somebody is at work. */
function isGrowing(entry: Entry, item: Item): boolean {
  return item.kind === 'group' && item.active && item.entries.last() === entry;
}

/**
 * What an item or an entry can be found by beside its words.
 *
 * @example
 * import { timeline } from '@toolthread/core';
 * import { walkSources } from '@toolthread/core/lines';
 * Array.from(walkSources(timeline(exampleThread).items), ({ source }) => factsOf(source).outcome ?? ''); //=> ['', '', '', 'done', 'failed', '']
 */
export function factsOf(source: Item | Entry): SaidFacts {
  if (source.kind === 'message') return { author: whoseOf(source) };
  if (source.kind === 'call') return { tool: source.call.name, outcome: callStatus(source.call) };
  if (source.kind !== 'orphan') return {};
  const { name, outcome } = source.result;
  return { ...(name === undefined ? {} : { tool: name }), outcome };
}

function timeOf({ source, item }: Sayer): number {
  if (source.kind === 'call') return source.call.calledAt;
  return 'at' in source ? source.at : item.at;
}
