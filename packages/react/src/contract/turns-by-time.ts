import { isFields, textOf } from '@toolthread/core/json';
import type { Message } from '@toolthread/core/contract';
import { isEnd } from './is-end.ts';
import { payloadOf, typeOf } from './payload-of.ts';
import { questionsFirst } from './questions-first.ts';
import { isOver, Telling } from './telling.ts';
import { timeOf } from './time-of.ts';

/** Questions with what is stored after them, and the runs that answer them. */
export interface Stretch {
  readonly messages: readonly Message[];
  readonly events: readonly unknown[];
}

/** A run, or what it tells from a start on. */
interface Run {
  readonly name: unknown;
  readonly begun: number;
  latest: number;
}

/**
 * The turns of a thread, as far as times tell them apart: a run answers the last question that was asked when it began. If they do not
 * tell (no times, two questions of one moment, a run that works while the next question is asked), turns stay together.
 */
export class TurnsByTime {
  readonly #told: { readonly event: unknown; run: Run }[] = [];
  readonly #runs: Run[] = [];
  readonly #named = new Map<unknown, Run>();
  /** The ids of what people said, where events tell it. */
  readonly #said = new Set<unknown>();
  #isOther = true;
  /** When the newest stretch begins. */
  #newest = -Infinity;

  tell(events: readonly unknown[]): void {
    for (const event of events) {
      const at = timeOf(event);
      const name = isFields(event) ? event['execution_id'] : undefined;
      const run = this.#runOf(event, name, at);
      // One without a time is nowhere in time from there on.
      run.latest = Math.max(run.latest, at);
      this.#told.push({ event, run });
      const payload = isFields(event) ? event['payload'] : undefined;
      if (isFields(payload) && payload['role'] === 'user') this.#said.add(payload['id']);
      this.#isOther ||= run.begun < this.#newest || Number.isNaN(run.latest);
    }
  }

  #runOf(event: unknown, name: unknown, at: number): Run {
    const newest = this.#named.get(name);
    if (newest !== undefined && !(at < newest.begun) && (!begins(event) || at === newest.begun)) return newest;
    // Where all runs go by one name, what happened before the newest of them began is an earlier one's.
    if (newest !== undefined && at < newest.begun) {
      const known = this.#runs.findLast((run) => run.name === name && run.begun <= at);
      if (known !== undefined) return known;
    }
    const run: Run = { name, begun: at, latest: at };
    this.#runs.push(run);
    this.#isOther = true;
    if (newest === undefined || !(at < newest.begun)) this.#named.set(name, run);
    if (newest !== undefined && at <= newest.latest) this.#takeOver(newest, run);
    return run;
  }

  /** What came before its start was told, and happened after it, is told by it. */
  #takeOver(before: Run, run: Run): void {
    before.latest = before.begun;
    for (const told of this.#told) {
      if (told.run !== before) continue;
      const at = timeOf(told.event);
      if (at >= run.begun) told.run = run;
      told.run.latest = Math.max(told.run.latest, at);
    }
  }

  /** Whether the events since the last answer may have changed more than the newest stretch. */
  get isOther(): boolean {
    return this.#isOther;
  }

  /** At least one, the newest last. */
  stretches(stored: readonly Message[]): readonly Stretch[] {
    const runs = new SortedRuns(this.#runs);
    const messages = questionsFirst(stored, (time) => runs.latestBefore(time) > time);
    const starts = this.#starts(messages, runs);
    this.#newest = starts.at(-1)?.asked ?? -Infinity;
    this.#isOther = false;
    const events = starts.map((): unknown[] => []);
    for (const { event, run } of this.#told)
      events[Math.max(0, countUpTo(starts, ({ asked }) => asked <= run.begun) - 1)]?.push(event);
    return starts.map(({ place }, index) => ({
      messages: messages.slice(place, starts[index + 1]?.place),
      events: events[index] ?? [],
    }));
  }

  #starts(messages: readonly Message[], runs: SortedRuns): Start[] {
    const starts: Start[] = [{ place: 0, asked: -Infinity }];
    if (this.#runs.some(({ latest }) => Number.isNaN(latest))) return starts;
    // What people said is in its place among the events.
    if (messages.some(({ id }) => this.#said.has(id))) return starts;
    const places = messages.flatMap(({ role }, place) => (role === 'user' ? [place] : []));
    let before: number | undefined;
    places.forEach((place, index) => {
      const asked = timeOf(messages[place]);
      const next = places[index + 1];
      const turn = messages.slice(place + 1, next);
      const last = messages[place - 1];
      const end = last !== undefined && isEnd(last) ? timeOf(last) : Infinity;
      // The first question is below the runs before it, the others below their own.
      const earlier = runs.between(before ?? -Infinity, asked);
      const doubtful = before === undefined ? earlier : earlier.filter(({ begun }) => begun > end);
      const isFirst = before === undefined && doubtful.length === 0;
      const stored = turn.at(-1);
      const until = stored === undefined || !isEnd(stored) ? timeOf(messages[next ?? -1]) : timeOf(stored);
      const isOther = doubtful.length === 0 || turn.length === 0;
      const isClear =
        runs.latestBefore(asked) <= asked &&
        (isOther || !this.#isLate(turn, doubtful, runs.between(asked, Number.isNaN(until) ? Infinity : until)));
      if (!isFirst && asked > (before ?? -Infinity) && isClear) starts.push({ place, asked });
      before = Math.max(before ?? asked, asked);
    });
    return starts;
  }

  /** Whether a question was stored late, with the time of its answer: then what is stored is what runs before it told, and not what those after it tell. */
  #isLate(turn: readonly Message[], before: readonly Run[], after: readonly Run[]): boolean {
    const isTold = this.#tells(before, turn) ?? after.length === 0;
    return isTold && (after.length === 0 || this.#tells(after, turn) !== true);
  }

  /** Whether what is stored is what these runs told; undefined if nothing says so. */
  #tells(runs: readonly Run[], turn: readonly Message[]): boolean | undefined {
    const told = this.#told.filter(({ run }) => runs.includes(run)).map(({ event }) => event);
    const said = told
      .map((event) => (typeOf(event) === 'agent.stream.chunk' ? (textOf(payloadOf(event)['content']) ?? '') : ''))
      .join('');
    const words = turn
      .flatMap(({ role, content }) => (role === 'assistant' ? [textOf(content)?.trim() ?? ''] : []))
      .join('');
    if (said !== '' && words !== '') return said.includes(words) || words.includes(said.trim());
    const called = new Set(
      told.flatMap((event) => (typeOf(event) === 'agent.tool.started' ? [payloadOf(event)['tool_name']] : [])),
    );
    const tools = turn.flatMap(({ role, metadata }) => (role === 'tool' ? [metadata?.tool_name] : []));
    if (called.size > 0 && tools.length > 0) return tools.some((tool) => called.has(tool));
    const errors = new Set(told.flatMap((event) => textOf(payloadOf(event)['error_message']) ?? []));
    const kept = turn.filter(({ metadata }) => metadata?.status_type === 'error');
    return errors.size > 0 && kept.length > 0 ? kept.some(({ content }) => errors.has(content)) : undefined;
  }
}

/** Where a stretch begins, and when. */
interface Start {
  readonly place: number;
  readonly asked: number;
}

/** Runs in the order in which they began. */
class SortedRuns {
  readonly #runs: readonly Run[];
  /** Of each run, the latest that it and those before it told. */
  readonly #latest: readonly number[];

  constructor(runs: readonly Run[]) {
    this.#runs = runs.toSorted((one, other) => one.begun - other.begun);
    let latest = -Infinity;
    this.#latest = this.#runs.map((run) => (latest = Math.max(latest, run.latest)));
  }

  /** Those that began at `from` or after it, and before `to`; of what ends at `from`, only those after it. */
  between(from: number, to: number): readonly Run[] {
    const first = countUpTo(this.#runs, ({ begun }) => begun < from);
    return this.#runs.slice(
      first,
      Math.max(
        first,
        countUpTo(this.#runs, ({ begun }) => begun < to),
      ),
    );
  }

  /** The latest that a run told that began before that. */
  latestBefore(time: number): number {
    return this.#latest[countUpTo(this.#runs, ({ begun }) => begun < time) - 1] ?? -Infinity;
  }
}

/** How many at the beginning of a sorted list are so. */
function countUpTo<Value>(list: readonly Value[], isSo: (value: Value) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const value = list[middle];
    if (value !== undefined && isSo(value)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether it says that somebody sets to work. */
export function begins(event: unknown): boolean {
  if (!isFields(event) || event['type'] !== 'agent.status') return false;
  const telling = new Telling('status');
  telling.tell([event]);
  return !isOver(telling.thread);
}
