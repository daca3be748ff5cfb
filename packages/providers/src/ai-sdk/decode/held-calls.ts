import type { ContentPart } from '@toolthread/core';
import { fieldsOf, textOf } from '@toolthread/core/json';
import type { Fields, Json, JsonObject } from '@toolthread/core/json';
import { metadataOf } from './metadata-of.ts';
import { plainJson } from './plain-json.ts';

/** A call of the stream, until it is known who answers it. */
export interface HeldCall {
  readonly part: number;
  readonly id: string;
  name: string;
  arguments: string;
  /** The call itself came, not only pieces of its input. */
  isCalled: boolean;
  ran: 'provider' | 'sdk';
  /** The SDK found no such tool, or no such input. */
  isInvalid: boolean;
  failure: readonly ContentPart[] | undefined;
  /** The provider waits for this to be approved. */
  approval: string | undefined;
  metadata: JsonObject | undefined;
}

/** Calls of one id: the first is answered first; only the last may still be growing. */
interface Line {
  readonly calls: HeldCall[];
  answered: number;
}

/** Calls by their ids, which may be empty, the same for several, and used again in the next step. */
export class HeldCalls {
  readonly #place: () => number;
  readonly #held = new Map<string, Line>();
  readonly #settled = new Map<string, HeldCall>();

  constructor(place: () => number) {
    this.#place = place;
  }

  /** The call that is being written under this id; it may only just begin. */
  at(id: string): HeldCall {
    const last = this.#held.get(id)?.calls.at(-1);
    if (last?.isCalled === false) return last;
    const call: HeldCall = {
      part: this.#place(),
      id,
      name: '',
      arguments: '',
      isCalled: false,
      ran: 'sdk',
      isInvalid: false,
      failure: undefined,
      approval: undefined,
      metadata: undefined,
    };
    this.#hold(call);
    return call;
  }

  /** The whole call: what was streamed of its input is what the model wrote, unless the SDK has repaired it since. */
  take(id: string, frame: Fields): void {
    const call = this.at(id);
    call.isCalled = true;
    call.name = textOf(frame['toolName']) ?? '';
    call.arguments = inputText(call.arguments, frame['input']);
    call.ran = frame['providerExecuted'] === true ? 'provider' : 'sdk';
    call.isInvalid = frame['invalid'] === true;
    call.metadata = metadataOf(frame);
  }

  /** A request for approval matters where the provider waits for it; of other calls people are asked here. */
  ask(frame: Fields): void {
    const { toolCallId } = fieldsOf(frame['toolCall']);
    const call = this.find(textOf(toolCallId) ?? '');
    if (call?.ran === 'provider') call.approval = textOf(frame['approvalId']);
  }

  find(id: string): HeldCall | undefined {
    const line = this.#held.get(id);
    const first = line?.calls[line.answered];
    return first?.isCalled === true ? first : undefined;
  }

  settled(id: string): HeldCall | undefined {
    return this.#settled.get(id);
  }

  /** The call that `find` gave is answered. */
  settle(call: HeldCall): HeldCall {
    const line = this.#held.get(call.id);
    if (line !== undefined) line.answered += 1;
    this.#settled.set(call.id, call);
    return call;
  }

  /** Called and not answered, in their order. */
  open(): readonly HeldCall[] {
    const held = [...this.#held.values()].flatMap(({ calls, answered }) => calls.slice(answered));
    const calls = held.filter(({ isCalled }) => isCalled);
    return calls.sort((a, b) => a.part - b.part);
  }

  /** Only the provider may still answer in a later step. */
  nextStep(): void {
    const late = this.open().filter(({ ran }) => ran === 'provider');
    this.#held.clear();
    for (const call of late) this.#hold(call);
    this.#settled.clear();
  }

  #hold(call: HeldCall): void {
    const line = this.#held.get(call.id);
    if (line === undefined) this.#held.set(call.id, { calls: [call], answered: 0 });
    else line.calls.push(call);
  }
}

function inputText(streamed: string, input: unknown): string {
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
