/**
 * A person can go back in a session and say something else: then two prompts follow the same record, and what came after the first of them
 * was left. Nothing else tells of it. If somebody goes on from what was left, nobody went back: two programs work in the session, and both
 * count. Other records fork without anybody going back: results of calls that run side by side, progress, attachments. So what counts is
 * which prompt a record follows.
 */
import { textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { TextNumbers } from '../records/text-numbers.ts';

/** Before the first prompt. */
const START = 0;
/** More records do not come before the one that they follow. */
const MOST_EARLY = 32;

/** From a person's prompt to the next one. */
interface Turn {
  /** The one that it follows. */
  readonly before: number;
  /** Where a rewind lands that takes it back. */
  to: number | undefined;
  /** It was left, itself: what follows it does not count either. */
  isLeft: boolean;
  /** The one that took its place. */
  leftFor: number | undefined;
  /** It, or one that follows it, has a response. */
  isAnswered: boolean;
  /** The turn that it follows went on after it began: another program joined there. Nothing takes its place. */
  isBeside: boolean;
}

/** A prompt that follows what another followed before, and what came after it, until it is clear which of the two goes on. */
interface Fork {
  readonly before: number;
  /** The turn in whose place it would stand. */
  readonly other: number;
  readonly uuids: Set<string>;
  /** What has come meanwhile of the turns that would be left. */
  readonly others: Set<string>;
  /** The last record. */
  last: string;
}

/** `back`: the person went back. `aside`: the session goes on as before; another process wrote in between. */
export type Decision = 'back' | 'aside' | 'unsure';

export class Branches {
  readonly #all = new Map<number, Turn>();
  /** Those that count. Their numbers grow. */
  #counting: number[] = [];
  /** The turn of each record, and of those that others follow and that have not come. */
  readonly #turns = new TextNumbers();
  /** The last records that came before the one that they follow. */
  readonly #early: { readonly uuid: string; readonly parent: string }[] = [];
  #made = START;
  /** The turn of the last record. */
  #last = START;
  #fork: Fork | undefined;
  #session: string | undefined;
  /** Responses name what they follow: other programs write no parents at all. */
  #isLinked = false;
  readonly #isKnown: (record: JsonFields) => boolean;

  /** `isKnown`: whether a record with that uuid was read before. */
  constructor(isKnown: (record: JsonFields) => boolean) {
    this.#isKnown = isKnown;
  }

  get top(): number {
    return this.#counting.at(-1) ?? START;
  }

  /** What a record goes on from that does not tell: of several programs the one that wrote last. */
  get #tip(): number {
    return this.counts(this.#last) && this.#childrenOf(this.#last).length === 0 ? this.#last : this.top;
  }

  counts(turn: number): boolean {
    return turn === START || this.#counting[this.#placeOf(turn)] === turn;
  }

  /** The turn of a record that came after its branch was left. */
  leftBy(record: JsonFields): number | undefined {
    // Mostly nobody went back, and this runs for every record.
    if (this.#counting.length === this.#all.size || !isOwn(record) || this.#isKnown(record)) return undefined;
    const turn = this.#turnBefore(record, false);
    return this.counts(turn) ? undefined : turn;
  }

  /** Whether a prompt stands in the place of another: it is held, until `decide` tells. */
  forks(prompt: JsonFields): boolean {
    const before = this.#turnBefore(prompt, true);
    if (before === this.top || this.#isKnown(prompt)) return false;
    const other = this.#childrenOf(before).findLast((one) => this.#all.get(one)?.isBeside === false);
    if (other === undefined) return false;
    this.#fork = { before, other, uuids: new Set(), others: new Set(), last: '' };
    this.#addToFork(prompt);
    return true;
  }

  /** What the next record tells of the prompt that is held. `isPrompt`: a person's words. */
  decide(record: JsonFields, isPrompt: boolean): Decision {
    const fork = this.#fork;
    if (fork === undefined) return 'back';
    if (!isOwn(record) || this.#isKnown(record)) return 'unsure';
    const parent = this.#parentIn(fork, record);
    const isResponse = record['type'] === 'assistant';
    fork.last = textOf(record['uuid']) ?? '';
    if (fork.uuids.has(parent)) {
      this.#addToFork(record);
      return isResponse ? 'back' : 'unsure';
    }
    const goesOn = fork.others.has(parent) || this.#follows(this.#turns.get(parent) ?? START, fork.other);
    if (!goesOn) return isPrompt ? 'back' : 'unsure';
    // A result may come after the person went back: that does not tell.
    if (isPrompt || isResponse) return 'aside';
    fork.others.add(textOf(record['uuid']) ?? '');
    return 'unsure';
  }

  /** The turn in whose place the prompt stands is left, with all that follow it: where the rewind lands. */
  goBack(): number | undefined {
    const other = this.#fork?.other;
    const turn = this.#all.get(other ?? START);
    this.#fork = undefined;
    if (other === undefined || turn === undefined) return undefined;
    turn.isLeft = true;
    turn.leftFor = this.#made + 1;
    const left = new Set([other]);
    const after = this.#counting.splice(this.#placeOf(other));
    for (const one of after) {
      if (left.has(this.#all.get(one)?.before ?? START)) left.add(one);
      if (!left.has(one)) this.#counting.push(one);
    }
    return turn.to;
  }

  /** The prompt is left, with what followed it: their uuids, and its turn. */
  leaveFork(): { readonly uuids: ReadonlySet<string>; readonly turn: number } {
    const { before = this.top, uuids = new Set<string>() } = this.#fork ?? {};
    this.#fork = undefined;
    this.#made += 1;
    this.#all.set(this.#made, {
      before,
      to: undefined,
      isLeft: true,
      leftFor: undefined,
      isAnswered: false,
      isBeside: false,
    });
    for (const uuid of uuids) this.#turns.set(uuid, this.#made);
    return { uuids, turn: this.#made };
  }

  /** Somebody goes on from there: it was not left, nor was anything that it follows. What took its place without a response was. */
  revive(turn: number): void {
    for (let one = this.#all.get(turn); one !== undefined; one = this.#all.get(one.before)) {
      const other = one.isLeft ? this.#all.get(one.leftFor ?? START) : undefined;
      if (other !== undefined) other.isLeft ||= !other.isAnswered;
      one.isLeft = false;
    }
    const counting = new Set([START]);
    for (const [at, { before, isLeft }] of this.#all) if (!isLeft && counting.has(before)) counting.add(at);
    counting.delete(START);
    this.#counting = [...counting];
  }

  /** It was told again: from now on a rewind that takes it back lands there. */
  begin(turn: number, to: number): void {
    const known = this.#all.get(turn);
    if (known !== undefined) known.to = to;
  }

  /**
   * The record was read; gives its turn. `to`: where a rewind lands that takes it back, if it is a prompt. `turn`: the one of the words that it
   * tells again.
   */
  note(
    record: JsonFields,
    { to, turn }: { readonly to?: number | undefined; readonly turn?: number | undefined },
  ): number | undefined {
    const uuid = textOf(record['uuid']);
    if (uuid === undefined || !isOwn(record)) return undefined;
    const parent = textOf(record['parentUuid']);
    const before = this.#turnBefore(record, to !== undefined);
    // Of two prompts that follow the same, the second forks, whether or not the line with that is lost.
    if (parent !== undefined && this.#turns.getOrSet(parent, before) === undefined) this.#wait(uuid, parent);
    const own = to === undefined ? (turn ?? before) : this.#add(before, to);
    this.#place(uuid, own);
    this.#last = own;
    this.#session = textOf(record['sessionId']) ?? this.#session;
    if (record['type'] === 'assistant') this.#isLinked = parent !== undefined;
    if (record['type'] === 'assistant') this.#answer(own);
    return own;
  }

  #add(before: number, to: number): number {
    this.#made += 1;
    this.#all.set(this.#made, { before, to, isLeft: false, leftFor: undefined, isAnswered: false, isBeside: false });
    this.#counting.push(this.#made);
    return this.#made;
  }

  /** Those that follow it, and count. */
  #childrenOf(turn: number): readonly number[] {
    const after = this.#counting.slice(this.#placeOf(turn + 1));
    return after.filter((one) => this.#all.get(one)?.before === turn);
  }

  #answer(turn: number): void {
    for (const child of this.#childrenOf(turn)) {
      const beside = this.#all.get(child);
      if (beside !== undefined) beside.isBeside = true;
    }
    let one = this.#all.get(turn);
    while (one?.isAnswered === false) {
      one.isAnswered = true;
      one = this.#all.get(one.before);
    }
  }

  #follows(turn: number, first: number): boolean {
    let one = turn;
    while (one > first) one = this.#all.get(one)?.before ?? START;
    return one === first;
  }

  #wait(uuid: string, parent: string): void {
    this.#early.push({ uuid, parent });
    if (this.#early.length > MOST_EARLY) this.#early.shift();
  }

  #place(uuid: string, turn: number): void {
    this.#turns.set(uuid, turn);
    for (const early of this.#early) if (early.parent === uuid) this.#turns.set(early.uuid, turn);
  }

  #addToFork(record: JsonFields): void {
    const uuid = textOf(record['uuid']);
    if (uuid === undefined || this.#fork === undefined) return;
    this.#fork.uuids.add(uuid);
    this.#fork.last = uuid;
  }

  /** What it follows; where that line is lost, the record before it. */
  #parentIn({ uuids, others, last }: Fork, record: JsonFields): string {
    const parent = textOf(record['parentUuid']) ?? '';
    const isKnown = uuids.has(parent) || others.has(parent) || this.#turns.get(parent) !== undefined;
    return isKnown || parent === '' || record['type'] === 'attachment' ? parent : last;
  }

  /**
   * The turn of what it follows. What a person says without anything before it, in the same session, is its beginning. A compaction, a notice or an
   * interruption without anything before it goes on with the session; so does a record whose line is lost.
   */
  #turnBefore(record: JsonFields, isPrompt: boolean): number {
    const parent = textOf(record['parentUuid']) ?? textOf(record['logicalParentUuid']);
    if (parent !== undefined) return this.#turns.get(parent) ?? this.#tip;
    const isFirst = isPrompt && record['parentUuid'] === null && record['isCompactSummary'] !== true;
    return isFirst && this.#isLinked && textOf(record['sessionId']) === this.#session ? START : this.top;
  }

  /** Where it stands among those that count, or would. */
  #placeOf(turn: number): number {
    let low = 0;
    let high = this.#counting.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#counting[middle] ?? 0) < turn) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Of the session itself, and with a place in it. */
function isOwn(record: JsonFields): boolean {
  return record['isSidechain'] !== true && textOf(record['uuid']) !== undefined;
}
