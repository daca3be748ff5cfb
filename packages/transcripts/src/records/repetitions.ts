/** Records that a file has twice: a program wrote its lines, or all of its file, a second time. */
import { fieldsOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { GivenIds } from './given-ids.ts';
import { namesCall } from './names-call.ts';
import { recordId } from './record-id.ts';
import { TextNumbers } from './text-numbers.ts';
import { timeOf } from './time-of.ts';

/** A record, and how it is written in the file. */
export interface WrittenRecord {
  readonly value: Json;
  /** Whoever is given the record may let it go: what was read of it may have a hundred megabytes, too. */
  text: string;
  /** Its whole line is the one before it. */
  readonly again: boolean;
}

/** What a format says of its records. */
export interface RecordNames {
  /** `counts`: a record with an id that was there may mean something new; its reader knows what. */
  readonly again?: 'counts';
  /** `given`: ids are not the program's, but of whoever stored the list: they may name who speaks. */
  readonly ids?: 'given';
  /** A piece of a text that was streamed: the next piece may have the same words and the same time. */
  isPiece?(record: Json): boolean;
}

/** Two people may greet each other again and again: fewer records that differ prove nothing. */
const LEAST_DIFFERENT = 4;
/** This many different records, or this many letters that are not a person's, do not occur again by chance. */
const LEAST_PROOF = { records: 64, letters: 2000 };
/** This much of the beginning of a file is all of it. */
const MOST_HELD = 64;
const MOST_HELD_CHARACTERS = 4 * 1024 * 1024;

/**
 * Law: a record is a repetition if it is, byte for byte, the one before it and has an id or a time of its own, or is about a call with an id; or one that was there and has an
 * id, or the time of a moment that is past; or if it follows a repetition as it followed the first of the two. Without them nothing
 * proves it: who says "Go on." twice in a row has said it twice, and a round of short words may be said again and again. A file whose first
 * record has no such name occurs twice if all of it comes again, and a named record or its length shows that it was copied: until that is
 * sure, its records are held. So are those of the newest moment: they are repetitions if all that followed the first of them comes again. An id
 * that another record has, too, is no name.
 */
export class Repetitions<R extends WrittenRecord> {
  readonly #take: (record: R, told: 'new' | 'repeated') => void;
  readonly #format: RecordNames;
  /** By its text, the place of the first such record among those that are no repetitions. */
  readonly #places = new TextNumbers();
  /** For each of those, the place of the first one with its text. */
  #first = new Uint32Array(64);
  #count = 0;
  #last: number | undefined;
  /** The time of the newest record. */
  #newest = 0;
  /** The place of the record that would come next, if this is a repetition. */
  #next: number | undefined;
  #held: R[] = [];
  #heldCharacters = 0;
  /** What shows of the file so far that it does not come again by chance: its length, and whether a record of it has a name. */
  #letters = 0;
  #isNamedFile = false;
  readonly #ids: GivenIds | undefined;

  constructor(format: RecordNames, take: (record: R, told: 'new' | 'repeated') => void) {
    this.#format = format;
    this.#take = take;
    this.#ids = format.ids === 'given' ? new GivenIds() : undefined;
  }

  /** A record that will be pushed: its id is known before. */
  expect({ value, text }: WrittenRecord): void {
    this.#ids?.note(value, text);
  }

  /** `bytes` are those of `record.text`; they are not kept. */
  push(record: R, bytes?: Uint8Array): void {
    this.expect(record);
    if (record.again && this.#isSureNext(record)) return this.#repeat(record);
    const holds = this.#held.length > 0;
    const place = holds
      ? this.#places.get(bytes ?? record.text)
      : this.#places.getOrSet(bytes ?? record.text, this.#count);
    if (place !== undefined && place === this.#last && this.#isSureNext(record)) return this.#repeat(record);
    this.#last = place;
    const isNamed = place !== undefined && this.#isNamed(record.value);
    if (this.#next !== undefined && place !== undefined && this.#first[this.#next] === place) {
      const isWhole = this.#next + 1 === this.#count;
      this.#next = isWhole ? undefined : this.#next + 1;
      this.#repeat(record);
      if (isNamed || isWhole || this.#isLong()) this.#release('repeated');
      return;
    }
    this.#release('new');
    const isFirst = place === 0 && this.#places.size >= LEAST_DIFFERENT && this.#isProof();
    const begins = place !== undefined && (isFirst || this.#isOfNow(record.value));
    this.#next = (isNamed || begins) && place + 1 < this.#count ? place + 1 : undefined;
    if (isNamed) return this.#take(record, 'repeated');
    if (begins) return this.#hold(record);
    if (holds && place === undefined) this.#places.set(bytes ?? record.text, this.#count);
    this.#last ??= this.#count;
    this.#tellNew(record, place);
  }

  /** Nothing more comes: what is not all of the file again is new. */
  end(): void {
    this.#release('new');
    this.#next = undefined;
  }

  #isNamed(value: Json): boolean {
    if (this.#format.again === 'counts') return false;
    return this.#hasId(value) || (this.#timeOf(value) ?? Infinity) < this.#newest;
  }

  /** Whether it has the time of the newest record: somebody may say the same words in one moment. */
  #isOfNow(value: Json): boolean {
    return this.#format.again !== 'counts' && this.#timeOf(value) === this.#newest;
  }

  /** A piece has the time of the others beside it: that does not name it, even where a record with a later time came first. */
  #timeOf(value: Json): number | undefined {
    return this.#format.isPiece?.(value) === true ? undefined : ownTime(value);
  }

  #hasId(value: Json): boolean {
    return recordId(value) !== undefined && this.#ids?.isShared(value) !== true;
  }

  /** If all of it comes again, it was copied. */
  #isProof(): boolean {
    return this.#isNamedFile || this.#places.size >= LEAST_PROOF.records || this.#letters >= LEAST_PROOF.letters;
  }

  /** That it equals the one before it shows that it is the same. */
  #isSureNext({ value }: R): boolean {
    const isNamed = this.#hasId(value) || ownTime(value) !== undefined || namesCall(value);
    return isNamed && this.#format.isPiece?.(value) !== true;
  }

  #repeat(record: R): void {
    if (this.#held.length > 0) this.#hold(record);
    else this.#take(record, 'repeated');
  }

  #hold(record: R): void {
    this.#held.push(record);
    this.#heldCharacters += record.text.length;
  }

  #isLong(): boolean {
    return this.#held.length >= MOST_HELD || this.#heldCharacters >= MOST_HELD_CHARACTERS;
  }

  #release(told: 'new' | 'repeated'): void {
    const held = this.#held;
    if (held.length === 0) return;
    this.#held = [];
    this.#heldCharacters = 0;
    let before: string | undefined;
    for (const record of held) {
      const { text } = record;
      const isNext = (record.again || text === before) && this.#isSureNext(record);
      if (told === 'repeated' || isNext) this.#take(record, 'repeated');
      else this.#tellNew(record, this.#places.get(text));
      before = text;
    }
  }

  #tellNew(record: R, place: number | undefined): void {
    if (this.#count === this.#first.length) this.#grow();
    this.#first[this.#count] = place ?? this.#count;
    if (place === undefined) this.#weigh(record);
    this.#count += 1;
    this.#newest = Math.max(this.#newest, ownTime(record.value) ?? 0);
    this.#take(record, 'new');
  }

  #weigh({ value, text }: R): void {
    this.#isNamedFile ||= this.#hasOwnName(value);
    if (fieldsOf(value)['role'] !== 'user') this.#letters += text.length;
  }

  #hasOwnName(value: Json): boolean {
    const hasOwnId = this.#ids === undefined && recordId(value) !== undefined;
    return hasOwnId || ownTime(value) !== undefined || namesCall(value);
  }

  #grow(): void {
    const before = this.#first;
    this.#first = new Uint32Array(before.length * 2);
    this.#first.set(before);
  }
}

function ownTime(value: Json): number | undefined {
  const { timestamp, ts } = fieldsOf(value);
  return timeOf(timestamp ?? ts);
}
