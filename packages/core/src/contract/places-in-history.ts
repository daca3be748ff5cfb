import type { Message } from './message.ts';

/** A streamed message, and where its persisted version stands. */
export interface Placed {
  readonly message: Message;
  readonly place: number | undefined;
}

/**
 * Where the persisted versions of streamed messages stand: by id, else by name and order within the same turn.
 *
 * @example
 * const answer = { id: 'm1', role: 'assistant', content: 'Done.', timestamp: '2026-01-01T00:00:00Z' } as const;
 * placesInHistory([{ ...answer, id: 'live' }], [answer])[0]?.place; //=> 0
 */
export function placesInHistory(stream: readonly Message[], history: readonly Message[]): Placed[] {
  const known = placesByName(history);
  const exact = stream.map((message): Placed => {
    const name = namesOf(message).find((each) => known.has(each));
    return { message, place: name === undefined ? undefined : known.get(name) };
  });
  return placeAlike(exact, history);
}

export function isError(message: Message): boolean {
  return message.role === 'status' && message.metadata?.status_type === 'error';
}

function placesByName(history: readonly Message[]): Map<string, number> {
  const places = new Map<string, number>();
  history.forEach((message, place) => {
    for (const name of namesOf(message)) if (!places.has(name)) places.set(name, place);
  });
  return places;
}

/** How a message can be known again: its own id; its call's, or its calls'; an error by what it says. */
function namesOf(message: Message): string[] {
  const { id, role, metadata } = message;
  const names = typeof id === 'string' ? [`id ${id}`] : [];
  if (role === 'tool' && typeof metadata?.tool_call_id === 'string') names.push(`result ${metadata.tool_call_id}`);
  if (role === 'assistant')
    for (const call of callsOf(message)) if (call.id !== undefined) names.push(`call ${call.id}`);
  if (isError(message)) names.push(`error ${message.content}`);
  return names;
}

function callsOf({ metadata }: Message): { readonly id: string | undefined; readonly name: string }[] {
  const calls: unknown = metadata?.tool_calls;
  if (!Array.isArray(calls)) return [];
  return calls.flatMap((call: unknown) => {
    if (typeof call !== 'object' || call === null) return [];
    const id: unknown = Reflect.get(call, 'id');
    return [{ id: typeof id === 'string' ? id : undefined, name: String(Reflect.get(call, 'name')) }];
  });
}

/** What has no place by its id takes that of the first message alike in its turn that nothing else has taken. */
function placeAlike(stream: readonly Placed[], history: readonly Message[]): Placed[] {
  if (stream.every(({ place }) => place !== undefined)) return [...stream];
  const turns = new Turns(history, new Set(stream.map(({ place }) => place)));
  let turn = turnOffset(stream, history, turns);
  return stream
    .map(({ message, place }) => {
      if (message.role === 'user') turn += 1;
      return { message, turn, place: place ?? turns.take(message, turn) };
    })
    .map((each) => ({ message: each.message, place: each.place ?? turns.takeAnswer(each.message, each.turn) }));
}

/**
 * How many turns of the history come before the stream: by the last message that both hold; else the stream is the history's end,
 * unless an earlier turn has an answer in the same words.
 */
function turnOffset(stream: readonly Placed[], history: readonly Message[], turns: Turns): number {
  const anchor = stream.findLastIndex(({ place }) => place !== undefined);
  const place = stream[anchor]?.place;
  const told = stream.map(({ message }) => message);
  if (place !== undefined) return usersIn(history.slice(0, place + 1)) - usersIn(told.slice(0, anchor + 1));
  const last = usersIn(history) - usersIn(told);
  const answer = told.find(isAnswer);
  if (answer === undefined || told.some(({ role }) => role === 'user')) return last;
  for (let offset = last; offset >= Math.max(0, last - MOST_TURNS); offset -= 1) {
    if (turns.holds(answer, offset)) return offset;
  }
  return last;
}

/** A stream is not far behind its history. */
const MOST_TURNS = 20;

function usersIn(messages: readonly Message[]): number {
  return messages.filter(({ role }) => role === 'user').length;
}

/** What each turn of a history holds that can be known without an id. */
class Turns {
  readonly #places = new Map<string, { readonly places: number[]; next: number }>();
  readonly #openers = new Map<number, string>();

  constructor(history: readonly Message[], taken: ReadonlySet<number | undefined>) {
    let turn = 0;
    history.forEach((message, place) => {
      if (message.role === 'user') {
        turn += 1;
        this.#openers.set(turn, message.content);
      }
      if (taken.has(place)) return;
      for (const key of likeness(message)) this.#put(`${turn} ${key}`, place);
      if (isAnswer(message)) this.#put(`${turn} answer`, place);
    });
  }

  /** By the words of a message, the names of its calls, or the tool of a result. */
  take(message: Message, turn: number): number | undefined {
    if (message.role === 'user' && this.#openers.get(turn) !== message.content) this.#openers.delete(turn);
    // Another question was asked in that turn: it is another turn.
    if (turn > 0 && !this.#openers.has(turn)) return undefined;
    const places = likeness(message).map((key) => this.#take(`${turn} ${key}`));
    return places.reduce((last, place) => (place === undefined ? last : Math.max(last ?? place, place)), undefined);
  }

  /** Whether the turn has something like it. */
  holds(message: Message, turn: number): boolean {
    return likeness(message).some((key) => this.#places.has(`${turn} ${key}`));
  }

  /** An answer whose stored words are others: in order. */
  takeAnswer(message: Message, turn: number): number | undefined {
    return isAnswer(message) && (turn <= 0 || this.#openers.has(turn)) ? this.#take(`${turn} answer`) : undefined;
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

function isAnswer(message: Message): boolean {
  return message.role === 'assistant' && callsOf(message).length === 0;
}

function likeness(message: Message): string[] {
  switch (message.role) {
    case 'user':
      return [`user ${message.content}`];
    case 'assistant':
      return isAnswer(message)
        ? [`words ${String(message.content).trim()}`]
        : callsOf(message).map(({ name }) => `call ${name}`);
    case 'tool':
      return [`result ${message.metadata?.tool_name}`];
    case 'status':
      return [];
    default:
      return message.role satisfies never;
  }
}
