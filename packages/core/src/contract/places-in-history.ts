import { filledTextOf } from '../ledger/json/fields.ts';
import { isLeakedJson } from '../ledger/json/is-leaked-json.ts';
import type { Message } from './message.ts';
import { messagesIn } from './messages-in.ts';
import { callsOf, isAnswer, isError, saidIn, timeOf, toolOf } from './is-answer.ts';
import { turnsOfStream } from './turns-of-stream.ts';

/** A streamed message, and where its persisted version is. */
export interface Placed {
  readonly message: Message;
  readonly place: number | undefined;
  /** Where the history does not hold it: the place that it comes after; undefined if the history tells its stretch in other words. */
  readonly after?: number;
}

/**
 * Where the persisted versions of streamed messages are: by id, else by name and order within the same turn.
 *
 * @example
 * const answer = { id: 'm1', role: 'assistant', content: 'Done.', timestamp: '2026-01-01T00:00:00Z' } as const;
 * placesInHistory([{ ...answer, id: 'live' }], [answer])[0]?.place; //=> 0
 */
export function placesInHistory(stream: readonly Message[], history: readonly Message[]): Placed[] {
  const stored = messagesIn(history);
  const told = messagesIn(stream);
  const known = placesByName(stored, namesOf);
  const called = placesByName(stored, turnNamesOf);
  const tellings = placesByName(told, turnNamesOf);
  const asked = askedAfter(stored);
  const exact = told.map((message): Placed => {
    const name = namesOf(message).find((each) => known.has(each));
    if (name !== undefined) return { message, place: known.get(name)?.[0] };
    // An id of a call is its own within its turn: one that comes again is looked for there. So is what an error says.
    const places = turnNamesOf(message).flatMap((each) => (tellings.get(each)?.length === 1 ? [called.get(each)] : []));
    const [place] = places.find((each) => each?.length === 1) ?? [];
    const isLater = place !== undefined && timeOf(message) >= (asked[place] ?? Number.NaN);
    return { message, place: isLater ? undefined : place };
  });
  return placeAlike(exact, stored);
}

function placesByName(list: readonly Message[], names: (message: Message) => readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  list.forEach((message, place) => {
    for (const name of names(message)) {
      const known = places.get(name);
      if (known === undefined) places.set(name, [place]);
      else if (known.at(-1) !== place) known.push(place);
    }
  });
  return places;
}

/** Of each place, when the next question was asked. */
export function askedAfter(history: readonly Message[]): number[] {
  let next = Number.NaN;
  const found = history.toReversed().map((message) => {
    const asked = next;
    if (message.role === 'user') next = timeOf(message);
    return asked;
  });
  return found.toReversed();
}

/** How a message can be known again in the whole history: its own id. */
function namesOf(message: Message): string[] {
  return filledTextOf(message.id) === undefined ? [] : [`id ${message.id}`];
}

/** How it can be known again in its turn: its call's id, or its calls', and their tools; an error by what it says. */
function turnNamesOf(message: Message): string[] {
  if (isError(message)) return [`error ${saidIn(message)}`];
  const answered = filledTextOf(message.metadata?.tool_call_id);
  if (message.role === 'tool') return answered === undefined ? [] : [`result ${toolOf(message)} ${answered}`];
  if (message.role !== 'assistant') return [];
  return callsOf(message).flatMap(({ id, name }) => (id === undefined ? [] : [`call ${name} ${id}`]));
}

/** What has no place by its id takes that of the first message alike in its turn that nothing else has taken. */
function placeAlike(stream: readonly Placed[], history: readonly Message[]): Placed[] {
  if (stream.every(({ place }) => place !== undefined)) return [...stream];
  const turns = new Turns(history, new Set(stream.map(({ place }) => place)));
  const turnOf = turnsOfStream(stream, history);
  const placed = stream
    .map(({ message, place }, index) => ({ message, place: place ?? turns.take(message, turnOf[index] ?? 0) }))
    .map(({ message, place }, index) => ({ message, place: place ?? turns.takeAnswer(message, turnOf[index] ?? 0) }));
  return stayAfter(placed, turnOf, turns).map(forgetRewound(history));
}

/** What the history does not hold stays, at the end of its turn, after what the turn holds of the stream. */
function stayAfter(stream: readonly Placed[], turnOf: readonly number[], turns: Turns): Placed[] {
  const newest = new Map<number, { place: number; index: number }>();
  stream.forEach(({ place }, index) => {
    const turn = turnOf[index];
    if (place === undefined || turn === undefined) return;
    newest.set(turn, { place: Math.max(place, newest.get(turn)?.place ?? -1), index });
  });
  return stream.map((placed, index) => {
    const turn = turnOf[index] ?? 0;
    const known = newest.get(turn);
    const end = turns.endOf(turn);
    if (placed.place !== undefined || (known !== undefined && (index < known.index || known.place < end)))
      return placed;
    return { ...placed, after: end };
  });
}

/** A question that the history does not hold, and after whose time it holds another one where it would be, was taken back with its answer. */
function forgetRewound(history: readonly Message[]): (placed: Placed) => Placed {
  const latest = latestFrom(history);
  let newest = -1;
  let isRewound = false;
  return ({ message, place, after }) => {
    newest = Math.max(newest, place ?? -1);
    if (message.role === 'user') {
      const asked = timeOf(message);
      isRewound = place === undefined && newest >= 0 && (latest[newest + 1] ?? -Infinity) >= asked;
    }
    return { message, place, ...(after === undefined || isRewound ? {} : { after }) };
  };
}

/** Of each place, when the last question from there on was asked. */
function latestFrom(history: readonly Message[]): number[] {
  let latest = -Infinity;
  const found = history.toReversed().map((message) => {
    const asked = message.role === 'user' ? timeOf(message) : Number.NaN;
    if (asked > latest) latest = asked;
    return latest;
  });
  return found.toReversed();
}

/** What each turn of a history holds that can be known without an id. */
class Turns {
  readonly #history: readonly Message[];
  readonly #places = new Map<string, { readonly places: number[]; next: number }>();
  readonly #named = new Map<string, number>();
  readonly #ends: number[] = [-1];
  readonly #taken = new Set<number>();

  constructor(history: readonly Message[], taken: ReadonlySet<number | undefined>) {
    this.#history = history;
    history.forEach((message, place) => {
      if (message.role === 'user') this.#ends.push(place);
      const turn = this.#ends.length - 1;
      this.#ends[turn] = place;
      if (taken.has(place)) return;
      for (const name of turnNamesOf(message)) this.#named.set(`${turn} ${name}`, place);
      for (const key of likeness(message)) this.#put(`${turn} ${key}`, place);
      if (isAnswer(message)) this.#put(`${turn} answer`, place);
      else if (callsOf(message).length > 0) this.#put(`${turn} calls`, place);
    });
  }

  /** The place of the turn's last message; the history's if it does not hold the turn. */
  endOf(turn: number): number {
    return this.#ends[turn] ?? this.#ends.at(-1) ?? -1;
  }

  /** By the ids of its calls; by the words of a message, the names of its calls, or the tool of a result. */
  take(message: Message, turn: number): number | undefined {
    const named = turnNamesOf(message).flatMap((name) => this.#named.get(`${turn} ${name}`) ?? []);
    if (named.length > 0) return Math.max(...named);
    const places = likeness(message).map((key) => this.#take(`${turn} ${key}`));
    for (const place of places) if (place !== undefined) this.#taken.add(place);
    return places.reduce((last, place) => (place === undefined ? last : Math.max(last ?? place, place)), undefined);
  }

  /** Words, or leaked arguments, that were cut before their call: beside it. An answer whose stored words are others: in order. */
  takeAnswer(message: Message, turn: number): number | undefined {
    if (!isAnswer(message)) return undefined;
    const beside = this.#placeBeside(saidIn(message).trim(), turn);
    if (beside !== undefined) return beside;
    let place = this.#take(`${turn} answer`);
    while (place !== undefined && this.#taken.has(place)) place = this.#take(`${turn} answer`);
    return place;
  }

  #placeBeside(said: string, turn: number): number | undefined {
    const calls = said === '' ? [] : (this.#places.get(`${turn} calls`)?.places ?? []);
    const begun = calls.find((place) => {
      const message = this.#history[place];
      return message !== undefined && saidIn(message).trim().startsWith(said);
    });
    return begun ?? (isLeakedJson(said) ? calls[0] : undefined);
  }

  #put(key: string, place: number): void {
    const row = this.#places.get(key) ?? { places: [], next: 0 };
    row.places.push(place);
    this.#places.set(key, row);
  }

  #take(key: string): number | undefined {
    const row = this.#places.get(key);
    const place = row?.places[row.next];
    if (row !== undefined && place !== undefined) row.next += 1;
    return place;
  }
}

function likeness(message: Message): string[] {
  switch (message.role) {
    case 'user':
      return [`user ${saidIn(message)}`];
    case 'assistant':
      return isAnswer(message)
        ? [`words ${saidIn(message).trim()}`]
        : callsOf(message).map(({ name }) => `call ${name}`);
    case 'tool':
      return [`result ${toolOf(message)}`];
    case 'status':
      return [];
    default:
      return message.role satisfies never;
  }
}
