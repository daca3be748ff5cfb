import { plainJson } from '../../ledger/json/plain-json.ts';
import type { Json } from '../../ledger/json/json.ts';
import { parsedJson } from '../../ledger/json/parsed-json.ts';

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
  /** `streaming`: only pieces of its input came. `asked`: a person decides. */
  state: 'streaming' | 'called' | 'asked' | 'settled';
  /** All of its input came. */
  hasInput: boolean;
}

/** Calls of one id: the first is answered first; only the last may still be growing. */
interface Queue {
  readonly calls: SdkCall[];
  answered: number;
}

/** Calls by their ids. An id may be empty, stand for several calls, and come again in the next step. */
export class SdkCalls {
  readonly #queues = new Map<string, Queue>();
  readonly #open = new Set<SdkCall>();
  /** Results that came before their calls. */
  readonly #early = new Map<string, number>();

  /** The call that is being written under this id; a new one in that place, if none is. */
  at(id: string, place: () => { readonly step: number; readonly part: number }): SdkCall {
    const queue = this.#queues.get(id) ?? { calls: [], answered: 0 };
    const last = queue.calls.at(-1);
    if (last?.state === 'streaming') return last;
    this.#queues.set(id, queue);
    const { step, part } = place();
    const isTaken = id === '' || last?.step === step;
    const call: SdkCall = {
      step,
      part,
      id,
      call: isTaken ? undefined : id,
      name: '',
      arguments: '',
      runs: 'here',
      state: 'streaming',
      hasInput: false,
    };
    queue.calls.push(call);
    this.#open.add(call);
    return call;
  }

  /** The first call of that id that has no result. */
  find(id: string): SdkCall | undefined {
    const queue = this.#queues.get(id);
    while (queue?.calls[queue.answered]?.state === 'settled') queue.answered += 1;
    const first = queue?.calls[queue.answered];
    return first?.state === 'streaming' ? undefined : first;
  }

  /** A result of a call that has not come. Without an id it is known by the tool's name; a second one of an id is nobody's. */
  noteEarly(id: string, name: string): void {
    if (id !== '' && this.#queues.get(id)?.calls.at(-1)?.state === 'settled') return;
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

function resultKey(id: string, name: string): string {
  return id === '' ? `name ${name}` : `id ${id}`;
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
