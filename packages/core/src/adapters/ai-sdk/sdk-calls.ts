import type { ProviderBlob } from '../../ledger/content-part.ts';
import type { EventDraft } from '../../ledger/ledger-event.ts';
import { plainJson } from '../../ledger/json/plain-json.ts';
import type { Json } from '../../ledger/json/json.ts';
import { parsedJson } from '../../ledger/json/parsed-json.ts';
import { GivenSoFar } from './given-so-far.ts';

/** A call of the stream, from the first piece of its input on. */
export interface SdkCall {
  readonly step: number;
  readonly part: number;
  /** The SDK's id. It is ours too, where no other call of the step has it. */
  readonly id: string;
  readonly call: string | undefined;
  name: string;
  arguments: string;
  runs: 'here' | 'provider';
  /** `streaming`: only pieces of its input came. `asked`: a person decides. `left`: its run is over, and a later one may bring its result. */
  state: 'streaming' | 'called' | 'asked' | 'left' | 'settled';
  /** It was told that it runs. */
  isStarted: boolean;
  /** What it gave before its last result. */
  readonly given: GivenSoFar;
  /** All of its input came. */
  hasInput: boolean;
}

/** Where its input goes. */
export function placeOf({ step, part, call }: SdkCall): Pick<SdkCall, 'step' | 'part'> & { readonly call?: string } {
  return { step, part, ...(call === undefined ? {} : { call }) };
}

/** What the ledger is told when it is made. */
export function calledDraft(made: SdkCall, blob?: ProviderBlob): EventDraft {
  const { name, arguments: args, runs } = made;
  const by = runs === 'provider' ? { runs } : {};
  const own = blob === undefined ? {} : { blob };
  return { type: 'agent.tool.called', ...placeOf(made), name, arguments: args, ...by, ...own };
}

/** Calls in their order. Those that are passed once are passed for good. */
interface Queue {
  readonly calls: SdkCall[];
  first: number;
}

/** Where to look for a call: by its id; without one by its tool's name, and if that is not said either, by the order alone. */
export interface Wanted {
  readonly id: string;
  readonly name?: string | undefined;
}

/** Calls by their ids. An id may be empty, stand for several calls, and come again in the next step. */
export class SdkCalls {
  /** The last call of each id, and the one without an id whose input came last. */
  readonly #last = new Map<string, SdkCall>();
  readonly #growing = new Map<string, Queue>();
  readonly #made = new Map<string, Queue>();
  readonly #left = new Map<string, Queue>();
  readonly #open = new Set<SdkCall>();
  /** Results that came before their calls. */
  readonly #early = new Map<string, number>();

  /** A call of this id begins in that place, unless it has begun already. */
  begin(id: string, name: string, place: () => { readonly step: number; readonly part: number }): SdkCall {
    const last = this.#last.get(id);
    if (id !== '' && last?.state === 'streaming') return last;
    const { step, part } = place();
    const isTaken = id === '' || last?.step === step;
    const call: SdkCall = {
      step,
      part,
      id,
      call: isTaken ? undefined : id,
      name,
      arguments: '',
      runs: 'here',
      state: 'streaming',
      isStarted: false,
      given: new GivenSoFar(),
      hasInput: false,
    };
    this.#last.set(id, call);
    put(this.#growing, call);
    this.#open.add(call);
    return call;
  }

  /** The call under this id whose input is coming. */
  growing(id: string): SdkCall | undefined {
    const last = this.#last.get(id);
    return last?.state === 'streaming' ? last : undefined;
  }

  /** The growing call that is whole now; undefined if none of its input came. */
  grown({ id, name }: Wanted): SdkCall | undefined {
    return id === '' ? byName(this.#growing, name, isGrowing) : this.growing(id);
  }

  /** It is made: from now on it is found. */
  make(call: SdkCall): void {
    call.state = 'called';
    put(this.#made, call);
  }

  /** The first call without a result that is meant; those of earlier runs last. */
  find(wanted: Wanted): SdkCall | undefined {
    return this.made(wanted) ?? this.#among(this.#left, wanted, isLeft);
  }

  /** The first one of this run. */
  made(wanted: Wanted): SdkCall | undefined {
    return this.#among(this.#made, wanted, isOpen);
  }

  /** An id that no call has means one of those without an id. */
  #among(queues: Map<string, Queue>, { id, name }: Wanted, counts: (call: SdkCall) => boolean): SdkCall | undefined {
    if (id === '') return byName(queues, name, counts);
    if (this.#last.has(id)) return first(queues, idKey(id), counts);
    return name === undefined ? undefined : first(queues, nameKey('', name), counts);
  }

  /** A result of a call that has not arrived. Without an id it is known by the tool's name; a second one of an id is nobody's. */
  noteEarly(id: string, name: string): void {
    if (id !== '' && this.#last.get(id)?.state === 'settled') return;
    const key = resultKey(id, name);
    this.#early.set(key, id === '' ? (this.#early.get(key) ?? 0) + 1 : 1);
  }

  /** Whether the result of this call is here already. */
  takeEarly({ call = '', name }: SdkCall): boolean {
    const key = resultKey(call, name);
    const count = this.#early.get(key) ?? 0;
    if (count > 0) this.#early.set(key, count - 1);
    return count > 0;
  }

  settle(call: SdkCall): void {
    call.state = 'settled';
    this.#open.delete(call);
  }

  /** Its run is over without its result. */
  leave(call: SdkCall): void {
    call.state = 'left';
    this.#open.delete(call);
    put(this.#left, call);
  }

  /** Calls of which only the input came, and all of it: the SDK may have run them before it could say so. */
  unsaid(): readonly SdkCall[] {
    return [...this.#open].filter(({ state, hasInput, arguments: args }) => {
      return state === 'streaming' && (hasInput || parsedJson(args) !== undefined);
    });
  }

  /** The calls that are not settled, in their order. */
  open(): readonly SdkCall[] {
    return [...this.#open].filter(({ state }) => state !== 'streaming');
  }

  /** The step is over: what is still growing will not be a call any more. */
  endStep(): void {
    for (const call of this.#open) if (call.state === 'streaming') this.settle(call);
  }
}

function isGrowing({ state }: SdkCall): boolean {
  return state === 'streaming';
}

function isOpen({ state }: SdkCall): boolean {
  return state === 'called' || state === 'asked';
}

function isLeft({ state }: SdkCall): boolean {
  return state === 'left';
}

const WITHOUT_ID = 'without id';

function idKey(id: string): string {
  return `id ${id}`;
}

/** Calls without an id are apart from the others. */
function nameKey(id: string, name: string): string {
  return `${id === '' ? WITHOUT_ID : 'with id'} ${name}`;
}

function put(queues: Map<string, Queue>, call: SdkCall): void {
  const { id, name } = call;
  for (const key of [id === '' ? WITHOUT_ID : idKey(id), nameKey(id, name)]) {
    const queue = queues.get(key) ?? { calls: [], first: 0 };
    queue.calls.push(call);
    queues.set(key, queue);
  }
}

function first(queues: Map<string, Queue>, key: string, counts: (call: SdkCall) => boolean): SdkCall | undefined {
  const queue = queues.get(key);
  for (
    let call = queue?.calls[queue.first];
    queue !== undefined && call !== undefined;
    call = queue.calls[queue.first]
  ) {
    if (counts(call)) return call;
    queue.first += 1;
  }
  return undefined;
}

/** Those without an id first. */
function byName(
  queues: Map<string, Queue>,
  name: string | undefined,
  counts: (call: SdkCall) => boolean,
): SdkCall | undefined {
  if (name === undefined) return first(queues, WITHOUT_ID, counts);
  return first(queues, nameKey('', name), counts) ?? first(queues, nameKey('any', name), counts);
}

function resultKey(id: string, name: string): string {
  return id === '' ? `name ${name}` : idKey(id);
}

/** What was streamed of a call's input is what the model wrote, unless the SDK has repaired it since. */
export function inputText(streamed: string, input: unknown): string {
  if (typeof input === 'string') return streamed === '' ? input : streamed;
  const value = plainJson(input);
  if (value === undefined) return streamed;
  const text = JSON.stringify(value);
  return isSame(streamed, text) ? streamed : text;
}

function isSame(streamed: string, text: string): boolean {
  try {
    const value: Json = JSON.parse(streamed);
    return JSON.stringify(value) === text;
  } catch {
    return false;
  }
}
