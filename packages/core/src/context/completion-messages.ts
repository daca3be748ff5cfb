/** The ledger as the next model sees it: pairs complete, roles in turn, whatever happened. The ledger is not touched. */
import type { Call } from '../ledger/call.ts';
import type { ContextCompacted, MessagePosted } from '../ledger/event.ts';
import { isOrphan } from '../ledger/orphan.ts';
import type { Step, ThreadState } from '../ledger/state.ts';
import { textOf } from './completion-views.ts';
import type { CompletionMessage, CompletionPart } from './completion-message.ts';
import { epochOf } from './epoch.ts';
import { resultPart } from './result-part.ts';
import { Turns } from './turns.ts';

/** `completionMessages(state)`, or with `{ scope: 'agent:coder' }` what a member of a team sees. */
export function completionMessages(
  state: ThreadState,
  options: { readonly scope?: string } = {},
): readonly CompletionMessage[] {
  const turns = turnsOf(state, options.scope);
  turns.flush();
  return turns.messages();
}

function turnsOf(state: ThreadState, scope: string | undefined): Turns {
  const turns = new Turns();
  const compaction = lastCompaction(state, scope);
  const start = compaction?.replaces_to ?? 0;
  if (compaction !== undefined) turns.say({ type: 'text', text: compaction.summary }, 'compaction', start);
  const epoch = epochOf(state, scope, compaction);
  for (const entry of state.log) {
    switch (entry.kind) {
      case 'message':
        if (entry.message.seq > start && hears(scope, entry.message)) speak(turns, entry.message);
        break;
      case 'step': {
        const step = state.steps.get(entry.step);
        if (step === undefined || step.scope !== scope || step.seq <= start || step.end?.discarded === true) break;
        turns.answer(assistantParts(state, step, epoch(step)), step.seq, step.builtFrom);
        for (const result of resultsOf(state, step)) turns.result(result);
        break;
      }
      case 'orphan': {
        const { result } = entry;
        if (result.scope !== scope || result.seq <= start || !isOrphan(state, result)) break;
        turns.orphan(result.name ?? '', textOf(result.parts ?? []), result.seq);
        break;
      }
      case 'status':
      case 'continuation':
      case 'compaction':
        break;
      default:
        entry satisfies never;
    }
  }
  return turns;
}

function lastCompaction(state: ThreadState, scope: string | undefined): ContextCompacted | undefined {
  let last: ContextCompacted | undefined;
  for (const entry of state.log) {
    if (entry.kind === 'compaction' && entry.compaction.scope === scope) last = entry.compaction;
  }
  return last;
}

/** How the thread's own agent, which has no scope, signs what it writes in the chat. */
export const OWN_AGENT = '@agent';

/** A child run hears only what was said to it; everyone else hears the chat, except for their own lines. */
function hears(scope: string | undefined, message: MessagePosted): boolean {
  if (message.scope !== undefined) return message.scope === scope;
  if (scope?.startsWith('child:') === true) return false;
  if (scope === undefined) return message.author !== OWN_AGENT;
  return `agent:${message.author.replace(/^@/, '')}` !== scope;
}

function speak(turns: Turns, message: MessagePosted): void {
  const chat = message.author !== '@human' && message.scope === undefined;
  for (const content of message.parts) {
    if (content.type !== 'text') {
      turns.say({ type: 'content', content }, 'user', message.seq);
      continue;
    }
    const text = chat ? chatLine(message.author, content.text) : content.text;
    turns.say({ type: 'text', text }, chat ? 'chat' : 'user', message.seq);
  }
}

export function chatLine(author: string, text: string): string {
  return `[Chat from ${author}]: ${text}`;
}

function assistantParts(state: ThreadState, step: Step, epoch: 'this' | 'earlier'): CompletionPart[] {
  const parts: CompletionPart[] = [];
  for (const part of step.parts) {
    switch (part.kind) {
      case 'text':
        parts.push({
          type: 'text',
          text: part.text,
          ...(part.phase && { phase: part.phase }),
          ...(part.blob && { blob: part.blob }),
        });
        break;
      case 'reasoning':
        if (epoch === 'this') parts.push({ type: 'reasoning', text: part.text, ...(part.blob && { blob: part.blob }) });
        break;
      case 'refusal':
        parts.push({ type: 'refusal', text: part.text, ...(part.blob && { blob: part.blob }) });
        break;
      case 'file':
      case 'source':
        if (part.content !== undefined)
          parts.push({ type: 'content', content: part.content, ...(part.blob && { blob: part.blob }) });
        break;
      case 'opaque':
        if (part.blob !== undefined) parts.push({ type: 'opaque', blob: part.blob });
        break;
      case 'call':
        parts.push(...callParts(state.calls.byPlace.get(part.call)));
        break;
      case 'absent':
        break;
      default:
        part satisfies never;
    }
  }
  return parts;
}

/** A call that was never recorded is not there; one that the provider ran has its result beside it. */
function callParts(call: Call | undefined): CompletionPart[] {
  if (call?.recorded !== true) return [];
  const { name, arguments: args, runs, blob } = call;
  const id = call.providerId ?? call.id;
  const part: CompletionPart = { type: 'call', id, name, arguments: args, runs, ...(blob && { blob }) };
  const result = runs === 'provider' ? resultPart(call, id) : undefined;
  return result === undefined ? [part] : [part, result];
}

function* resultsOf(state: ThreadState, step: Step): Iterable<Extract<CompletionPart, { type: 'result' }>> {
  for (const part of step.parts) {
    const call = part.kind === 'call' ? state.calls.byPlace.get(part.call) : undefined;
    if (call?.recorded !== true || call.runs === 'provider') continue;
    const result = resultPart(call, call.providerId ?? call.id);
    if (result !== undefined) yield result;
  }
}
