/** The ledger as the next model sees it: pairs complete, roles in turn, whatever happened. The ledger is not touched. */
import type { ContextCompacted, MessagePosted } from '../ledger/event.ts';
import { isOrphan } from '../ledger/orphan.ts';
import type { ThreadState } from '../ledger/state.ts';
import { assistantParts } from './assistant-parts.ts';
import { textOf } from './completion-views.ts';
import type { CompletionMessage, CompletionPart } from './completion-message.ts';
import { epochOf } from './epoch.ts';
import { remembered } from './remembered.ts';
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
  if (compaction !== undefined) turns.say(summaryPart(compaction), 'compaction', start);
  const epoch = epochOf(state, scope, compaction);
  for (const entry of state.log) {
    switch (entry.kind) {
      case 'message':
        if (entry.message.seq > start && hears(scope, entry.message)) speak(turns, entry.message);
        break;
      case 'step': {
        const step = state.steps.get(entry.step);
        if (step === undefined || step.scope !== scope || step.seq <= start || step.end?.discarded === true) break;
        const { parts, results } = assistantParts(state, step, epoch(step));
        turns.answer(parts, { seq: step.seq, builtFrom: step.builtFrom, results });
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

const summaryPart = remembered(({ summary }: ContextCompacted): CompletionPart => ({ type: 'text', text: summary }));

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
  for (const part of spokenParts(message)) turns.say(part, chat ? 'chat' : 'user', message.seq);
}

const spokenParts = remembered((message: MessagePosted): readonly CompletionPart[] => {
  const chat = message.author !== '@human' && message.scope === undefined;
  return message.parts.map((content): CompletionPart => {
    if (content.type !== 'text') return { type: 'content', content };
    return { type: 'text', text: chat ? chatLine(message.author, content.text) : content.text };
  });
});

export function chatLine(author: string, text: string): string {
  return `[Chat from ${author}]: ${text}`;
}
