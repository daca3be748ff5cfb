/** The ledger as the next model sees it: pairs complete, roles in turn, whatever happened. The ledger is not touched. */
import { callResult } from '../ledger/call.ts';
import type { Call } from '../ledger/call.ts';
import type { ContentPart } from '../ledger/content.ts';
import type { MessagePosted } from '../ledger/event.ts';
import type { Step, ThreadState } from '../ledger/state.ts';
import type { CompletionMessage, CompletionPart, Provenance } from './completion-message.ts';
import { completionMessage } from './completion-views.ts';

/** `completionMessages(state)`, or with `{ scope: 'agent:coder' }` what a member of a team sees. */
export function completionMessages(
  state: ThreadState,
  options: { readonly scope?: string } = {},
): readonly CompletionMessage[] {
  const { scope } = options;
  let start = 0;
  let summary: string | undefined;
  for (const entry of state.log) {
    if (entry.kind !== 'compaction' || entry.compaction.scope !== scope) continue;
    start = entry.compaction.replaces_to;
    summary = entry.compaction.summary;
  }
  const turns = new Turns();
  if (summary !== undefined) turns.say({ type: 'text', text: summary }, 'compaction');
  for (const entry of state.log) {
    if (entry.kind === 'message' && entry.message.seq > start && hears(scope, entry.message)) {
      for (const part of spoken(scope, entry.message))
        turns.say(part, entry.message.author === '@human' ? 'user' : 'chat');
    }
    const step = entry.kind === 'step' ? state.steps.get(entry.step) : undefined;
    if (step !== undefined && step.scope === scope && step.seq > start && step.end?.discarded !== true) {
      turns.answer(assistantParts(state, step), resultParts(state, step));
    }
  }
  return turns.end();
}

/** Collects what each side says until the other speaks: results first, then words. */
class Turns {
  readonly #messages: CompletionMessage[] = [];
  #assistant: CompletionPart[] = [];
  #results: CompletionPart[] = [];
  #words: CompletionPart[] = [];
  #provenance: Provenance = 'user';

  say(part: CompletionPart, provenance: Provenance): void {
    this.#flushAssistant();
    if (this.#words.length === 0) this.#provenance = provenance;
    this.#words.push(part);
  }

  answer(parts: readonly CompletionPart[], results: readonly CompletionPart[]): void {
    if (parts.length === 0) return;
    this.#flushUser();
    this.#assistant.push(...parts);
    if (results.length === 0) return;
    this.#flushAssistant();
    this.#results = [...results];
  }

  end(): readonly CompletionMessage[] {
    this.#flushAssistant();
    this.#flushUser();
    return this.#messages;
  }

  #flushAssistant(): void {
    if (this.#assistant.length === 0) return;
    this.#messages.push(completionMessage('assistant', this.#assistant, 'assistant'));
    this.#assistant = [];
  }

  #flushUser(): void {
    const parts = [...this.#results, ...this.#words];
    if (parts.length === 0) return;
    const mixed = this.#words.length > 0 ? 'tool-results-and-text' : 'tool-results';
    this.#messages.push(completionMessage('user', parts, this.#results.length > 0 ? mixed : this.#provenance));
    this.#results = [];
    this.#words = [];
  }
}

/** A child run hears only what was said to it; everyone else hears the chat, except for their own lines. */
function hears(scope: string | undefined, message: MessagePosted): boolean {
  if (message.scope !== undefined) return message.scope === scope;
  if (scope?.startsWith('child:') === true) return false;
  return `agent:${message.author.replace(/^@/, '')}` !== scope;
}

function spoken(scope: string | undefined, message: MessagePosted): readonly CompletionPart[] {
  const attributed = message.author !== '@human' && message.scope === undefined;
  return message.parts.map((content): CompletionPart => {
    if (content.type !== 'text') return { type: 'content', content };
    return { type: 'text', text: attributed ? `[Chat from ${message.author}]: ${content.text}` : content.text };
  });
}

function assistantParts(state: ThreadState, step: Step): CompletionPart[] {
  const parts: CompletionPart[] = [];
  for (const part of step.parts) {
    switch (part.kind) {
      case 'text':
      case 'reasoning':
      case 'refusal':
        parts.push({ type: part.kind, text: part.text, ...(part.blob === undefined ? {} : { blob: part.blob }) });
        break;
      case 'file':
      case 'source':
        if (part.content !== undefined) parts.push({ type: 'content', content: part.content });
        break;
      case 'opaque':
        if (part.blob !== undefined) parts.push({ type: 'opaque', blob: part.blob });
        break;
      case 'call': {
        const call = state.calls.byPlace.get(part.call);
        if (call?.recorded === true) parts.push(callPart(call));
        break;
      }
      case 'absent':
        break;
      default:
        part satisfies never;
    }
  }
  return parts;
}

function callPart(call: Call): CompletionPart {
  const { name, arguments: args, runs, blob } = call;
  const id = call.providerId ?? call.id;
  return { type: 'call', id, name, arguments: args, runs, ...(blob === undefined ? {} : { blob }) };
}

function resultParts(state: ThreadState, step: Step): CompletionPart[] {
  const results: CompletionPart[] = [];
  for (const part of step.parts) {
    const call = part.kind === 'call' ? state.calls.byPlace.get(part.call) : undefined;
    if (call?.recorded !== true || call.runs === 'provider') continue;
    results.push(resultPart(call));
  }
  return results;
}

function resultPart(call: Call): CompletionPart {
  const result = callResult(call);
  const callId = call.providerId ?? call.id;
  const shown = result === undefined ? [] : result.parts;
  const parts = shown.length > 0 ? shown : [{ type: 'text', text: wordsFor(call) } as const];
  return {
    type: 'result',
    callId,
    name: call.name,
    parts: parts satisfies readonly ContentPart[],
    isError: result?.outcome !== 'done',
    runs: 'here',
  };
}

/** What stands in for a result that has no words of its own. The same bytes every time. */
function wordsFor(call: Call): string {
  const result = callResult(call);
  if (result === undefined) return 'No result: the call had not finished.';
  const partial = call.output === '' ? '' : `\n\nOutput until then:\n${call.output}`;
  const why = result.error?.message;
  switch (result.outcome) {
    case 'done':
      return result.structured === undefined ? '' : JSON.stringify(result.structured);
    case 'failed':
      return why ?? 'The tool failed.';
    case 'denied':
      return why ?? 'The user denied this call.';
    case 'interrupted':
      return `${why ?? 'The call was interrupted.'}${partial}`;
    case 'skipped':
      return why ?? 'The call was skipped.';
    case 'lost':
      return why ?? 'No result was recorded.';
    default:
      return result.outcome satisfies never;
  }
}
