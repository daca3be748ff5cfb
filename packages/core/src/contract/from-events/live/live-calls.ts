import type { completionFields } from '../completion-fields.ts';

/** The calls of one live execution, found again by id, or by name and order where the back end gives no ids. */

/** A step to which parts may be added. */
export interface StepParts {
  readonly step: number;
  parts: number;
  isStored: boolean;
}

/** The arguments of a call as far as they were told: as JSON, and in few words. */
export interface KnownArguments {
  readonly json: string;
  readonly brief: string | undefined;
}

/** How many calls of a name are looked at: more are never open at once. */
export const MOST_LOOKED_AT = 32;

/**
 * Of calls in their order, the first of which the arguments may be these, and that `isLeft`. A back end may give a call one id in its events and another in
 * its messages: then the name, the order and what is said of the arguments tell which is meant.
 */
export function firstLike(
  calls: readonly LiveCall[],
  args: KnownArguments,
  isLeft: (call: LiveCall) => boolean,
): LiveCall | undefined {
  return calls.find((call) => isLeft(call) && mayBeSame(call.args, args));
}

/** As far as both are known. */
export function mayBeSame(known: KnownArguments | undefined, other: KnownArguments): boolean {
  if (known === undefined) return true;
  if (known.json !== '' && other.json !== '') return known.json === other.json;
  return known.brief === undefined || other.brief === undefined || known.brief === other.brief;
}

export interface LiveCall {
  readonly call: string;
  readonly id: string | undefined;
  readonly name: string;
  readonly step: number;
  /** The step's parts, and among them the place right before it, for words that no event told. */
  readonly home?: StepParts | undefined;
  readonly words?: number | undefined;
  /** When an event told it. */
  readonly at?: number | undefined;
  /** Of a call whose arguments were not told: its part. */
  untold?: number | undefined;
  /** What is known of its arguments. */
  readonly args?: KnownArguments | undefined;
  /** What tells a start that is only told again; undefined if two starts look alike and may well be two calls. */
  readonly identity: string | undefined;
  /** It was made, and nobody said that it began. */
  isMade?: boolean;
  /** `lost` and `interrupted` are what we make of a run that ended without a word about the call; `bare` has ended, without a result. */
  ending: 'none' | 'lost' | 'interrupted' | 'bare' | 'told';
  /** Whether a stored message tells it, and when the one was stored that tells its result. */
  isStored?: boolean;
  endedAt?: number | undefined;
  /** What was told twice in one moment while it was open: a repetition, unless nothing else is told of this call. */
  doubled?: ReturnType<typeof completionFields> & { readonly provisional: true };
  /** The step in which an event told it again. */
  againIn?: number | undefined;
}

export class LiveCalls {
  readonly #byId = new Map<string, LiveCall>();
  readonly #byIdentity = new Map<string, LiveCall>();
  /** In the order of their starts; those that ended are passed over once and for all. */
  readonly #queues = new Map<string, { readonly calls: LiveCall[]; first: number }>();
  readonly #open = new Set<LiveCall>();

  /** `told`: as its start was told here. */
  add(call: LiveCall, told: Pick<LiveCall, 'id' | 'identity'> = call): void {
    for (const id of [call.id, told.id]) if (id !== undefined) this.#byId.set(id, call);
    if (told.identity !== undefined) this.#byIdentity.set(told.identity, call);
    this.#queue(told.id === undefined, call.name).calls.push(call);
    this.#open.add(call);
  }

  /** A start that is told again: its call, while it runs, or ever after where the id is the same and the step too. */
  started(id: string | undefined, identity: string | undefined, step: number | undefined): LiveCall | undefined {
    if (id === undefined) return identity === undefined ? undefined : this.#byIdentity.get(identity);
    const known = this.#byId.get(id);
    return known !== undefined && (known.ending === 'none' || known.step === step) ? known : undefined;
  }

  /**
   * The call that is meant: by its id; by name, the first that is left, calls without an id first. What happens later than `at` a
   * result was stored is not of that call.
   */
  find(id: string | undefined, name: string | undefined, at?: number): LiveCall | undefined {
    const known = id === undefined ? undefined : this.#byId.get(id);
    if (known !== undefined || name === undefined) return known;
    return this.#first(true, name, at) ?? (id === undefined ? this.#first(false, name, at) : undefined);
  }

  /** The call that a start means: it is another list's from here on. */
  take(id: string | undefined, name: string, at: number | undefined): LiveCall | undefined {
    const call = this.find(id, name, at);
    return call !== undefined && this.pass(call) ? call : undefined;
  }

  /** The same, of a call that goes by another id. */
  takeLike(name: string, args: KnownArguments, at: number | undefined): LiveCall | undefined {
    this.#first(false, name, at);
    const { calls, first } = this.#queue(false, name);
    const like = firstLike(
      calls.slice(first, first + MOST_LOOKED_AT),
      args,
      (call) => this.#open.has(call) && !((at ?? -Infinity) > (call.endedAt ?? Infinity)),
    );
    return like !== undefined && this.pass(like) ? like : undefined;
  }

  /** Whether it was left; nothing more is told of it by name. */
  pass(call: LiveCall): boolean {
    return this.#open.delete(call);
  }

  /** Whether any is left. */
  get isEmpty(): boolean {
    return this.#open.size === 0;
  }

  /** Whether it is left. */
  has(call: LiveCall): boolean {
    return this.#open.has(call);
  }

  end(call: LiveCall, ending: 'lost' | 'interrupted' | 'bare' | 'told'): void {
    call.ending = ending;
    this.#open.delete(call);
  }

  open(): LiveCall[] {
    return [...this.#open].filter((call) => call.ending === 'none');
  }

  #first(anonymous: boolean, name: string, at: number | undefined): LiveCall | undefined {
    const queue = this.#queue(anonymous, name);
    for (let call = queue.calls[queue.first]; call !== undefined; call = queue.calls[queue.first]) {
      if (this.#open.has(call) && !((at ?? -Infinity) > (call.endedAt ?? Infinity))) return call;
      queue.first += 1;
    }
    return undefined;
  }

  #queue(anonymous: boolean, name: string): { readonly calls: LiveCall[]; first: number } {
    const key = `${anonymous ? 'anonymous' : 'named'} ${name}`;
    const queue = this.#queues.get(key) ?? { calls: [], first: 0 };
    this.#queues.set(key, queue);
    return queue;
  }
}
