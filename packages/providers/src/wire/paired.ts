/**
 * The last line of defence: histories from a ledger or a context manager are in order already, and pass untouched. In any
 * other, every call gets exactly one result in the message after it, results first and in the order of the calls; a result
 * without its call becomes text; a second one is dropped; no two calls share an id.
 */
import { completionMessage, textOf } from '@toolthread/core';
import type { CompletionMessage, CompletionPart } from '@toolthread/core';
import { NOBODY } from './maker.ts';
import { resumable } from './resume.ts';
import type { ThreadFold } from './resume.ts';
import { Waiting } from './waiting.ts';

type CallPart = Extract<CompletionPart, { type: 'call' }>;
type ResultPart = Extract<CompletionPart, { type: 'result' }>;

/** The same bytes every time: what a provider has read never changes. */
const NO_RESULT = 'No result was recorded for this call.';

/** `encode` begins with it: `for (const message of paired(request.messages)) …` */
export function paired(messages: readonly CompletionMessage[]): readonly CompletionMessage[] {
  return isPaired(messages) ? messages : repaired(messages);
}

interface Shape {
  readonly ids: readonly string[];
  readonly owed: readonly string[];
  readonly given: readonly string[];
  /** Results first; calls, and the results of calls that ran elsewhere, only with the assistant. */
  readonly inOrder: boolean;
}

function shapeOf(message: CompletionMessage): Shape {
  const calls = message.parts.filter((part) => part.type === 'call');
  const given = resultsOf(message);
  return {
    ids: calls.map(({ id }) => id),
    owed: calls.filter(({ runs }) => runs === 'here').map(({ id }) => id),
    given: given.map(({ callId }) => callId),
    inOrder:
      given.every((result, index) => message.parts[index] === result) &&
      (message.role === 'user' || given.length === 0) &&
      (message.role === 'assistant' || (calls.length === 0 && !message.parts.some(isServerResult))),
  };
}

class PairFold implements ThreadFold {
  readonly taken: CompletionMessage[] = [];
  readonly #seen = new Set<string>();
  #owed: readonly string[] = [];

  take(message: CompletionMessage): boolean {
    const shape = shapeOf(message);
    if (!this.#fits(shape)) return false;
    this.taken.push(message);
    for (const id of shape.ids) this.#seen.add(id);
    this.#owed = shape.owed;
    return true;
  }

  closedBy(messages: readonly CompletionMessage[]): boolean {
    const last = messages.at(-1);
    if (last === undefined) return true;
    const shape = shapeOf(last);
    return this.taken.length === messages.length - 1 && this.#fits(shape) && shape.owed.length === 0;
  }

  #fits({ ids, given, inOrder }: Shape): boolean {
    if (!inOrder || !isSame(this.#owed, given) || new Set(ids).size !== ids.length) return false;
    return ids.every((id) => id !== '' && !this.#seen.has(id));
  }
}

const pairFold = resumable(() => new PairFold());

function isPaired(messages: readonly CompletionMessage[]): boolean {
  return pairFold(messages, NOBODY).closedBy(messages);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}

function repaired(messages: readonly CompletionMessage[]): readonly CompletionMessage[] {
  const out: CompletionMessage[] = [];
  const seen = new Set<string>();
  let owed: readonly { readonly named: string; readonly call: CallPart }[] = [];
  for (const message of messages) {
    if (message.role !== 'user' && owed.length > 0) {
      out.push(answer(owed, undefined));
      owed = [];
    }
    if (message.role !== 'assistant') {
      out.push(
        owed.length === 0 && shapeOf(message).inOrder && resultsOf(message).length === 0
          ? message
          : answer(owed, message),
      );
      owed = [];
      continue;
    }
    const named = message.parts.map((part) =>
      part.type === 'call' ? { named: part.id, part: unique(part, seen) } : { named: '', part },
    );
    out.push(
      rebuilt(
        message,
        named.map(({ part }) => (part.type === 'result' && part.runs === 'here' ? orphan(part) : part)),
      ),
    );
    owed = named.flatMap(({ named: id, part }) =>
      part.type === 'call' && part.runs === 'here' ? [{ named: id, call: part }] : [],
    );
  }
  if (owed.length > 0) out.push(answer(owed, undefined));
  return out;
}

function answer(
  owed: readonly { readonly named: string; readonly call: CallPart }[],
  message: CompletionMessage | undefined,
): CompletionMessage {
  const waiting = new Waiting<ResultPart>();
  for (const result of message === undefined ? [] : resultsOf(message)) waiting.add(result.callId, result);
  const results = owed.map(({ named, call }): ResultPart => {
    const result = waiting.take(named);
    return result === undefined ? missing(call) : { ...result, callId: call.id };
  });
  const known = new Set(owed.map(({ named }) => named));
  const rest = (message?.parts ?? []).flatMap((part): CompletionPart[] => {
    if (part.type === 'call') return [];
    if (part.type !== 'result') return [part];
    return part.runs === 'here' && known.has(part.callId) ? [] : [orphan(part)];
  });
  const parts = [...results, ...rest];
  return message === undefined ? completionMessage('user', parts, 'tool-results') : rebuilt(message, parts);
}

function rebuilt(message: CompletionMessage, parts: readonly CompletionPart[]): CompletionMessage {
  return completionMessage(message.role, parts, message.provenance, message.seq);
}

function unique(call: CallPart, seen: Set<string>): CallPart {
  let { id } = call;
  for (let n = seen.size; seen.has(id) || id === ''; n += 1) id = `call_${n}`;
  seen.add(id);
  return id === call.id ? call : { ...call, id };
}

function missing(call: CallPart): ResultPart {
  const parts = [{ type: 'text', text: NO_RESULT }] as const;
  return { type: 'result', callId: call.id, name: call.name, parts, isError: true, runs: 'here' };
}

function orphan({ name, parts }: ResultPart): CompletionPart {
  const whose = name === '' ? 'a call' : `a call of ${name}`;
  return { type: 'text', text: `[Result of ${whose} that is not in this conversation]: ${textOf(parts)}` };
}

function isServerResult(part: CompletionPart): boolean {
  return part.type === 'result' && part.runs === 'provider';
}

function resultsOf(message: CompletionMessage): ResultPart[] {
  return message.parts.filter((part) => part.type === 'result').filter(({ runs }) => runs === 'here');
}
