/**
 * A person can go back in a session and say something else: then two prompts follow the same record, and what came after the first of them
 * was left. Nothing else tells of it. If somebody goes on from what was left, nobody went back: two programs work in the session, and both
 * count. Other records fork without anybody going back: results of calls that run side by side, progress, attachments. So what counts is
 * which prompt a record follows.
 */
import { textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { TextNumbers } from '../records/text-numbers.ts';
import { START, TurnTree } from './turn-tree.ts';

/** More records do not come before the one that they follow. */
const MOST_EARLY = 32;

/** A prompt that follows what another followed before, and what came after it, until it is clear which of the two goes on. */
interface Fork {
  readonly before: number;
  /** The turns in whose place it may stand, the likeliest last. */
  others: readonly number[];
  readonly uuids: Set<string>;
  /** What has come meanwhile of those turns, each with its turn. */
  readonly late: Map<string, number>;
  /** The last record. */
  last: string;
}

/**
 * `back`: the person went back. `aside`: the session goes on as before; another process wrote in between. `on`: the prompt follows what is
 * before it in the file.
 */
export type Decision = 'back' | 'aside' | 'on' | 'unsure';

/** What a record is beside its words. `isPrompt`: a person says something new. `isResponse`: a model does. */
export interface Told {
  readonly isPrompt: boolean;
  readonly isResponse: boolean;
}

export class Branches {
  readonly #tree = new TurnTree();
  /** The turn of each record, and of those that others follow and that have not come. */
  readonly #turns = new TextNumbers();
  /** The last records that have not come, though others follow them, each with the first of those. */
  readonly #early = new Map<string, string>();
  /** The turn of the last record, and its id: nearly every record follows the one before it, and the table need not be asked. */
  #last = START;
  #newest: string | undefined;
  #fork: Fork | undefined;
  #session: string | undefined;
  /** Records name what they follow: other programs write no parents at all. */
  #isLinked: boolean | undefined;
  /** Prompts that follow nothing, while no record has named another. */
  #beginnings: readonly number[] = [];
  readonly #isKnown: (record: JsonFields) => boolean;

  /** `isKnown`: whether a record with that uuid was read before. */
  constructor(isKnown: (record: JsonFields) => boolean) {
    this.#isKnown = isKnown;
  }

  get top(): number {
    return this.#tree.top;
  }

  /** What a record goes on from that does not tell: of several programs the one that wrote last. */
  get #tip(): number {
    return this.counts(this.#last) && this.#tree.childrenOf(this.#last).length === 0 ? this.#last : this.top;
  }

  counts(turn: number): boolean {
    return this.#tree.counts(turn);
  }

  /** Whether a record counts; one without a turn does. */
  countsRecord(uuid: string): boolean {
    return this.counts(this.#turns.get(uuid) ?? START);
  }

  has(uuid: string): boolean {
    return this.#turns.has(uuid);
  }

  /** The turn of a record that came after its branch was left. */
  leftBy(record: JsonFields): number | undefined {
    // Mostly nobody went back, and this runs for every record.
    if (this.#tree.allCount || !isOwn(record) || this.#isKnown(record)) return undefined;
    const turn = this.turnBefore(record, false);
    return this.counts(turn) ? undefined : turn;
  }

  /** Whether a prompt stands in the place of another: it is held, until `decide` tells. */
  forks(prompt: JsonFields): boolean {
    const before = this.turnBefore(prompt, true);
    if (before === this.top || this.#isKnown(prompt)) return false;
    const others = this.#tree.replaceable(before);
    if (others.length === 0) return false;
    this.#fork = { before, others, uuids: new Set(), late: new Map(), last: '' };
    this.#addToFork(prompt);
    return true;
  }

  /** What the next record tells of the prompt that is held. */
  decide(record: JsonFields, { isPrompt, isResponse }: Told): Decision {
    const fork = this.#fork;
    if (fork === undefined) return 'back';
    if (!isOwn(record) || this.#isKnown(record)) return 'unsure';
    this.#link(record);
    if (fork.before === START && this.#isLinked !== true && (isPrompt || isResponse)) return 'on';
    const parent = this.#parentIn(fork, record);
    fork.last = textOf(record['uuid']) ?? '';
    if (fork.uuids.has(parent)) {
      this.#addToFork(record);
      return isResponse ? 'back' : 'unsure';
    }
    const turn = fork.late.get(parent) ?? this.#turns.get(parent) ?? START;
    const other = fork.others.find((one) => this.#tree.follows(turn, one));
    if (other === undefined) return isPrompt ? 'back' : 'unsure';
    // A result may come after the person went back: that does not tell.
    if (!isPrompt && !isResponse) fork.late.set(fork.last, turn);
    if (!isPrompt && !isResponse) return 'unsure';
    fork.others = fork.others.filter((one) => one !== other);
    return fork.others.length === 0 ? 'aside' : 'back';
  }

  /**
   * Of several prompts that follow nothing, those are left from which a record that names one does not go on; at the end of the file, all but
   * the last. Where the rewind lands.
   */
  leaveBeginnings(record: JsonFields | undefined): number | undefined {
    const all = this.#beginnings;
    const parent = textOf(record?.['parentUuid']);
    if (all.length < 2 || (parent === undefined && this.#isLinked !== true)) return undefined;
    const turn = this.#turns.get(parent ?? '');
    const kept = all.find((one) => turn !== undefined && this.#tree.follows(turn, one)) ?? all.at(-1);
    this.#beginnings = [];
    return Math.min(...all.filter((one) => one !== kept).map((one) => this.#tree.leave(one) ?? Infinity));
  }

  /** The turn in whose place the prompt stands is left, with all that follow it: where the rewind lands. */
  goBack(): number | undefined {
    const other = this.#isLinked === true ? this.#fork?.others.at(-1) : undefined;
    this.#fork = undefined;
    return other === undefined ? undefined : this.#tree.leave(other);
  }

  /** The prompt is left, with what followed it: their uuids, and its turn. */
  leaveFork(): { readonly uuids: ReadonlySet<string>; readonly turn: number } {
    const { before = this.top, uuids = new Set<string>() } = this.#fork ?? {};
    this.#fork = undefined;
    const turn = this.#tree.add(before, undefined);
    for (const uuid of uuids) this.#turns.set(uuid, turn);
    this.#newest = undefined;
    return { uuids, turn };
  }

  /** Somebody goes on from there: it was not left, nor was anything that it follows. */
  revive(turn: number): void {
    this.#tree.revive(turn);
  }

  /** It was told again: from now on a rewind that takes it back lands there. */
  begin(turn: number, to: number): void {
    this.#tree.begin(turn, to);
  }

  /**
   * The record was read; gives its turn. `to`: where a rewind lands that takes it back, if it is a prompt. `turn`: the one of the words that it
   * tells again.
   */
  note(
    record: JsonFields,
    { isResponse }: Pick<Told, 'isResponse'>,
    { to, turn }: { readonly to?: number | undefined; readonly turn?: number | undefined } = {},
  ): number | undefined {
    const uuid = textOf(record['uuid']);
    if (uuid === undefined || !isOwn(record)) return undefined;
    const parent = textOf(record['parentUuid']);
    const before = this.turnBefore(record, to !== undefined);
    // Of two prompts that follow the same, the second forks, whether or not the line with that is lost.
    const isNext = parent === undefined || parent === this.#newest;
    if (!isNext && this.#turns.getOrSet(parent, before) === undefined) this.#wait(uuid, parent);
    const own = to === undefined ? (turn ?? before) : this.#addTurn(record, before, to);
    this.#place(uuid, own);
    this.#last = own;
    this.#newest = uuid;
    this.#session = textOf(record['sessionId']) ?? this.#session;
    this.#link(record);
    if (isResponse) this.#tree.answer(own);
    return own;
  }

  #addTurn(prompt: JsonFields, before: number, to: number): number {
    const from = this.#isLinked === undefined && this.#isBeginning(prompt) ? START : before;
    const turn = this.#tree.add(from, to);
    if (from === START && this.#isLinked === undefined) this.#beginnings = [...this.#beginnings, turn];
    return turn;
  }

  /**
   * The turn of what it follows. What a person says without anything before it, in the same session, is its beginning. A compaction, a notice or an
   * interruption without anything before it goes on with the session; so does a record whose line is lost.
   */
  turnBefore(record: JsonFields, isPrompt: boolean): number {
    const parent = textOf(record['parentUuid']) ?? textOf(record['logicalParentUuid']);
    if (parent !== undefined && parent === this.#newest) return this.#last;
    if (parent !== undefined) return this.#turns.get(parent) ?? this.#tip;
    return isPrompt && this.#isLinked === true && this.#isBeginning(record) ? START : this.top;
  }

  #isBeginning(record: JsonFields): boolean {
    const isFirst = record['parentUuid'] === null && textOf(record['logicalParentUuid']) === undefined;
    if (!isFirst || record['isCompactSummary'] === true || this.#isLinked === false) return false;
    return textOf(record['sessionId']) === this.#session;
  }

  #link(record: JsonFields): void {
    const names = textOf(record['parentUuid']) !== undefined;
    if (record['type'] === 'assistant') this.#isLinked = names;
    else if (names) this.#isLinked ??= true;
  }

  #wait(uuid: string, parent: string): void {
    this.#early.set(parent, uuid);
    if (this.#early.size <= MOST_EARLY) return;
    const [first = parent] = this.#early.keys();
    this.#early.delete(first);
  }

  #place(uuid: string, turn: number): void {
    this.#turns.set(uuid, turn);
    const follower = this.#early.get(uuid);
    if (follower !== undefined) this.#turns.set(follower, turn);
  }

  #addToFork(record: JsonFields): void {
    const uuid = textOf(record['uuid']);
    if (uuid === undefined || this.#fork === undefined) return;
    this.#fork.uuids.add(uuid);
    this.#fork.last = uuid;
  }

  /** What it follows; where that line is lost, the record before it. */
  #parentIn({ uuids, late, last }: Fork, record: JsonFields): string {
    const parent = textOf(record['parentUuid']) ?? '';
    const isKnown = uuids.has(parent) || late.has(parent) || this.#turns.get(parent) !== undefined;
    return isKnown || parent === '' || record['type'] === 'attachment' ? parent : last;
  }
}

/** Of the session itself, and with a place in it. */
function isOwn(record: JsonFields): boolean {
  return record['isSidechain'] !== true && textOf(record['uuid']) !== undefined;
}
