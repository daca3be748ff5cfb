import { isFields, textOf } from '@toolthread/core/json';
import type { Fields } from '@toolthread/core/json';
import { checkedJson } from '../../wire/decode/checked-json.ts';
import { BraceDepth } from './brace-depth.ts';

/** A call so far. It is complete only when the response is: arguments that parse may still grow. */
export interface PartialCall {
  readonly part: number;
  readonly index: number | undefined;
  id: string;
  name: string;
  arguments: string;
  readonly braces: BraceDepth;
}

/** What one delta added to a call. */
export interface CallDelta {
  readonly call: PartialCall;
  readonly text: string;
  /** Given once, when it is known. */
  readonly name?: string;
}

/**
 * Puts the pieces of calls together. A piece belongs to the call of its id; without an id to the newest of its index; without
 * either to the newest of all. Servers leave out ids and indexes, use one index for all, and send names late.
 */
export class CallAssembly {
  readonly #calls: PartialCall[] = [];
  readonly #byId = new Map<string, PartialCall>();
  readonly #byIndex = new Map<number, PartialCall>();

  get calls(): readonly PartialCall[] {
    return this.#calls;
  }

  /** `nextPart` gives a new call its number. */
  take(piece: Fields, nextPart: () => number): CallDelta {
    const index = typeof piece['index'] === 'number' ? piece['index'] : undefined;
    const id = textOf(piece['id']) ?? '';
    const { name, text } = calledIn(piece);
    const known = this.#find(id, index, name, text);
    const call =
      known ?? this.#begin({ part: nextPart(), index, id, name: '', arguments: '', braces: new BraceDepth() });
    if (call.id === '' && id !== '') {
      call.id = id;
      this.#byId.set(id, call);
    }
    call.arguments += text;
    call.braces.add(text);
    if (call.name !== '' || name === '') return { call, text };
    call.name = name;
    return { call, text, name };
  }

  #find(id: string, index: number | undefined, name: string, text: string): PartialCall | undefined {
    if (id !== '') {
      const call = this.#byId.get(id);
      if (call !== undefined) return isOther(call, index, name) ? undefined : call;
      // The id may come late; but a second id at an index is a second call.
      const nameless = index === undefined ? this.#calls.at(-1) : this.#byIndex.get(index);
      return nameless?.id === '' && !begins(nameless, name, text) ? nameless : undefined;
    }
    const call = index === undefined ? this.#calls.at(-1) : this.#byIndex.get(index);
    return call === undefined || begins(call, name, text) ? undefined : call;
  }

  #begin(call: PartialCall): PartialCall {
    this.#calls.push(call);
    if (call.id !== '') this.#byId.set(call.id, call);
    if (call.index !== undefined) this.#byIndex.set(call.index, call);
    return call;
  }
}

function calledIn(piece: Fields): { readonly name: string; readonly text: string } {
  const called = [piece['function'], piece['custom'], piece].find(isFields) ?? {};
  const given = called['arguments'] ?? called['input'] ?? '';
  return {
    name: textOf(called['name']) ?? '',
    text: typeof given === 'string' ? given : JSON.stringify(checkedJson(given) ?? ''),
  };
}

/** One id at two indexes, each with a name: a server that gives all calls the same id. */
function isOther(call: PartialCall, index: number | undefined, name: string): boolean {
  return name !== '' && index !== undefined && call.index !== undefined && index !== call.index;
}

/** A name that the call does not have, or its own again where its arguments are whole and others begin. */
function begins(call: PartialCall, name: string, text: string): boolean {
  if (name === '' || call.name === '') return false;
  return name !== call.name || (text.trimStart().startsWith('{') && call.braces.isClosed());
}
