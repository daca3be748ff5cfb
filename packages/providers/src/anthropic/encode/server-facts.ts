/**
 * Calls that the provider ran. Their blocks go back only in pairs, to the model that made them: a call is live if its result
 * follows, in the same message or a later one, or may still follow since this was the last turn. What is not live goes back as
 * words.
 */
import type { CompletionMessage, CallPart, CompletionPart } from '@toolthread/core/context';
import { fieldsOf, textOf } from '@toolthread/core/json';
import type { JsonObject } from '@toolthread/core/json';
import { ownData } from '../../wire/encode/model-id.ts';
import type { ModelId } from '../../wire/encode/model-id.ts';
import { wireId } from '../../wire/encode/wire-id.ts';
import { RULES } from '../rules.ts';
import { isServerResult } from './block.ts';
import type { Block } from './block.ts';

/** What a message says about calls that the provider ran. */
export interface ServerFacts {
  /** Calls and results in order; `at` is the index of the part. */
  readonly said: readonly { readonly kind: 'call' | 'result'; readonly id: string; readonly at: number }[];
  /** Calls that the provider surely made, and those whose code made calls that run here. */
  readonly awaited: readonly string[];
  readonly owesResults: boolean;
}

/** What goes back as blocks: calls by id, results by their index in the message. */
export interface Live {
  readonly calls: ReadonlySet<string>;
  readonly results: ReadonlySet<number>;
}

export function serverFacts(message: CompletionMessage, target: ModelId): ServerFacts {
  const said: ServerFacts['said'][number][] = [];
  const awaited: string[] = [];
  let owesResults = false;
  for (const [at, part] of message.role === 'assistant' ? message.parts.entries() : []) {
    if (part.type === 'call' && part.runs === 'provider' && mayBeOwn(part, target)) {
      said.push({ kind: 'call', id: part.id, at });
      if (part.blob !== undefined) awaited.push(part.id);
    }
    if (part.type === 'call' && part.runs === 'here') {
      owesResults = true;
      const caller = callerOf(part, target);
      if (caller !== undefined) awaited.push(caller);
    }
    const result = serverResult(part, target);
    if (result !== undefined) said.push({ kind: 'result', id: result.id, at });
  }
  return { said, awaited, owesResults };
}

/** For each message, what is live in it. */
export function liveParts(facts: readonly ServerFacts[]): readonly Live[] {
  const open = new Set<string>();
  const calls = new Set<string>();
  const results = facts.map(({ said }) => {
    const indexes = new Set<number>();
    for (const { kind, id, at } of said) {
      if (kind === 'call') open.add(id);
      else if (open.delete(id)) {
        calls.add(id);
        indexes.add(at);
      }
    }
    return indexes;
  });
  const before = facts.at(-2);
  const unfinished = before?.owesResults === true ? before : facts.at(-1);
  for (const id of unfinished?.awaited ?? []) if (open.has(id)) calls.add(id);
  return results.map((indexes) => ({ calls, results: indexes }));
}

/** The block of the provider's own result, if the part holds one: `web_search_tool_result` and the like. */
export function serverResult(
  part: CompletionPart,
  target: ModelId,
): { readonly id: string; readonly block: Block } | undefined {
  const mayHold = part.type === 'opaque' || (part.type === 'result' && part.runs === 'provider');
  const block = mayHold ? blockOf(ownData(part.blob, target)) : undefined;
  const id = block === undefined || !isServerResult(block) ? undefined : textOf(block['tool_use_id']);
  return block === undefined || id === undefined ? undefined : { id, block };
}

export function blockOf(data: JsonObject | undefined): Block | undefined {
  const type = textOf(data?.['type']) ?? '';
  return type === '' ? undefined : { ...data, type };
}

/** What the provider said about a call besides its name and arguments. */
export function callExtras(part: CallPart, target: ModelId): JsonObject {
  return ownData(part.blob, target) ?? {};
}

/** A call without a blob may be the provider's: its result decides. A call with another model's blob is not. */
function mayBeOwn(part: CallPart, target: ModelId): boolean {
  if (part.blob !== undefined && ownData(part.blob, target) === undefined) return false;
  if (!RULES.names.legal.test(part.name)) return false;
  if (callExtras(part, target)['type'] === 'mcp_tool_use') return wireId(part.id, RULES.ids) === part.id;
  return /^srvtoolu_[A-Za-z0-9_]{1,55}$/.test(part.id);
}

/** The id of the call whose code made this one, if the provider's code made it. */
export function callerOf(part: CallPart, target: ModelId): string | undefined {
  return textOf(fieldsOf(callExtras(part, target)['caller'])['tool_id']);
}
