/** A thread as a provider's messages, so that it can be continued elsewhere. */
import { jsonPieces } from '@toolthread/core/json';
import { scopeKey } from '@toolthread/core';
import type { ScopeState, ThreadState } from '@toolthread/core';
import { completionMessages } from '@toolthread/core/context';
import type { CompletionMessage } from '@toolthread/core/context';
import { SLICE } from './slices.ts';
import { notInList } from './not-in-list.ts';

/** The pieces of a thread, in their order. */
interface InPieces {
  pieces(): AsyncIterable<{ readonly state: ThreadState }>;
}

type Form = 'anthropic' | 'openai';

interface EncodeRequest {
  readonly model: string;
  readonly messages: readonly CompletionMessage[];
  readonly tools: readonly [];
}

/** The JSON list of messages, in pieces of text: each piece of the thread ends with an answer or with results, so that it can be written by itself. */
export async function* writeMessages(
  session: InPieces,
  form: Form,
  note?: (words: string) => void,
): AsyncIterable<string> {
  const ending = await endingOf(session);
  const encode = form === 'anthropic' ? await anthropicEncoder() : await openaiEncoder();
  let before = '[\n  ';
  let held: object | undefined;
  let place = 0;
  const calls = { elsewhere: 0, own: 0, spoken: 0, written: 0 };
  for await (const piece of session.pieces()) {
    place += 1;
    for (const [, call] of piece.state.calls.byPlace.entries())
      calls[call.scope === ending.scope ? 'own' : 'elsewhere'] += 1;
    if (place < ending.from) continue;
    for (const message of encoded(piece, ending, encode(held === undefined), calls)) {
      calls.written += callsIn(message);
      if (held !== undefined) {
        yield before;
        yield* indented(held);
        before = ',\n  ';
      }
      held = message;
    }
  }
  for (const words of notInList({ ...calls, isCompacted: ending.isCompacted })) note?.(words);
  if (held === undefined) return yield '[]\n';
  yield before;
  yield* indented(form === 'anthropic' ? asLast(held) : held);
  yield '\n]\n';
}

function encoded(
  { state }: { readonly state: ThreadState },
  { model, config, scope }: Ending,
  encode: Encode,
  calls: { spoken: number },
): readonly object[] {
  const messages = spoken(asAtTheEnd(state, config), scope);
  for (const { parts } of messages) calls.spoken += parts.filter(({ type }) => type === 'call').length;
  return messages.length === 0 ? [] : encode({ model, messages, tools: [] });
}

/** In a message of either form. */
function callsIn(message: object): number {
  if ('tool_calls' in message) return Array.isArray(message.tool_calls) ? message.tool_calls.length : 0;
  return contentOf(message).filter(isCall).length;
}

function isCall(block: unknown): boolean {
  if (typeof block !== 'object' || block === null || !('type' in block)) return false;
  return block.type === 'tool_use' || block.type === 'server_tool_use';
}

function contentOf(message: object): readonly unknown[] {
  return 'content' in message && Array.isArray(message.content) ? message.content : [];
}

function indented(message: object): Iterable<string> {
  return jsonPieces(message, { indent: '  ', before: '  ', letters: SLICE });
}

/** The provider refuses an answer at the end of the list that ends in white space. */
function asLast(message: object): object {
  if (!('role' in message && message.role === 'assistant')) return message;
  const content = contentOf(message);
  const last = content.at(-1);
  if (typeof last !== 'object' || last === null || !('text' in last) || typeof last.text !== 'string') return message;
  return { ...message, content: [...content.slice(0, -1), { ...last, text: last.text.trimEnd() }] };
}

interface Ending {
  /** The model that answered last. Signatures are written only for the model that made them. */
  readonly model: string;
  /** The piece in which the context was compacted last: what came before is in its summary. */
  readonly from: number;
  readonly isCompacted: boolean;
  /** How the thread's own agent was set at the end: a change begins a new epoch. */
  readonly config: ScopeState['config'];
  /** Of a file that holds a child run only: the child run's. */
  readonly scope: string | undefined;
}

async function endingOf(session: InPieces): Promise<Ending> {
  let model = 'any';
  let from = 1;
  let isCompacted = false;
  let place = 0;
  let config: ScopeState['config'];
  let own = false;
  let child: string | undefined;
  for await (const piece of session.pieces()) {
    place += 1;
    model = modelOf(piece.state) ?? model;
    config = piece.state.scopes.get(scopeKey(undefined))?.config ?? config;
    if (isCompactedIn(piece.state)) {
      from = place;
      isCompacted = true;
    }
    own ||= completionMessages(piece.state).length > 0;
    child ??= firstScope(piece.state);
  }
  return { model, from, isCompacted, config, scope: own ? undefined : child };
}

function isCompactedIn({ log }: ThreadState): boolean {
  for (const entry of log) if (entry.kind === 'compaction' && entry.compaction.scope === undefined) return true;
  return false;
}

function asAtTheEnd(state: ThreadState, config: ScopeState['config']): ThreadState {
  const key = scopeKey(undefined);
  const agent = state.scopes.get(key);
  return agent === undefined ? state : { ...state, scopes: state.scopes.set(key, { ...agent, config }) };
}

/** [L4] What another program's model has read is given as that program gave it. */
function spoken(state: ThreadState, scope: string | undefined): readonly CompletionMessage[] {
  const results = state.source === undefined ? 'plain' : 'raw';
  return completionMessages(state, scope === undefined ? { results } : { scope, results });
}

function firstScope(state: ThreadState): string | undefined {
  const [first] = [...state.steps.entries()].map(([, step]) => step).sort((a, b) => a.seq - b.seq);
  return first?.scope;
}

type Encode = (request: EncodeRequest) => readonly object[];
/** Of the first messages of the list, or of others. */
type Encoder = (isFirst: boolean) => Encode;

async function anthropicEncoder(): Promise<Encoder> {
  const { encode } = await import('@toolthread/providers/anthropic');
  return (isFirst) => (request) => {
    const notes = new Set<string>();
    const { messages } = encode(request, (note) => notes.add(note));
    // Left out is what only a request has: the markers around what begins or ends with an answer, and the marks for the cache.
    const from = notes.has('marker-start') && !isFirst ? 1 : 0;
    return messages.slice(from, notes.has('marker-end') ? -1 : undefined).map(({ role, content }) => ({
      role,
      content: content.map(({ cache_control: _cache, ...block }) => block),
    }));
  };
}

async function openaiEncoder(): Promise<Encoder> {
  const { encode } = await import('@toolthread/providers/openai-chat');
  return () => (request) => encode({ ...request, failures: 'apart' }).messages;
}

function modelOf(state: ThreadState): string | undefined {
  let model: string | undefined;
  for (const [, { config, parts }] of state.steps.entries()) {
    if (config !== undefined) ({ model } = config);
    for (const part of parts) if ('blob' in part && part.blob !== undefined) ({ model } = part.blob);
  }
  return model;
}
