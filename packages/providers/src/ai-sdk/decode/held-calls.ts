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
  /** The SDK knows no such tool, or the input does not fit its schema. */
  isInvalid: boolean;
  failure: readonly ContentPart[] | undefined;
  /** The provider waits for this to be approved. */
  approval: string | undefined;
  metadata: JsonObject | undefined;
}

/** Calls of one id: the first is answered first; only the last may still be growing. */
interface Queue {
  readonly calls: HeldCall[];
  answered: number;
}

/** Calls by their ids. An id may be empty, stand for several calls, and come again in the next step. */
export class HeldCalls {
  readonly #nextPart: () => number;
  readonly #held = new Map<string, Queue>();
  readonly #settled = new Map<string, HeldCall>();

  constructor(nextPart: () => number) {
    this.#nextPart = nextPart;
  }

  /** The call that is being written under this id; a new one, if none is. */
  at(id: string): HeldCall {
    const last = this.#held.get(id)?.calls.at(-1);
    if (last?.isCalled === false) return last;
    const call: HeldCall = {
      part: this.#nextPart(),
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

  /** Only the approvals that the provider waits for count. For other calls we ask the person ourselves. */
  ask(frame: Fields): void {
    const { toolCallId } = fieldsOf(frame['toolCall']);
    const call = this.find(textOf(toolCallId) ?? '');
    if (call?.ran === 'provider') call.approval = textOf(frame['approvalId']);
  }

  find(id: string): HeldCall | undefined {
    const queue = this.#held.get(id);
    const first = queue?.calls[queue.answered];
    return first?.isCalled === true ? first : undefined;
  }

  settled(id: string): HeldCall | undefined {
    return this.#settled.get(id);
  }

  /** The call that `find` gave is answered. */
  settle(call: HeldCall): HeldCall {
    const queue = this.#held.get(call.id);
    if (queue !== undefined) queue.answered += 1;
    this.#settled.set(call.id, call);
    return call;
  }

  /** The calls that are not answered, in their order. */
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
    const queue = this.#held.get(call.id);
    if (queue === undefined) this.#held.set(call.id, { calls: [call], answered: 0 });
    else queue.calls.push(call);
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
