/** In a team, the leader who writes the consensus reads everybody's answer, and everybody reads the consensus. */
import { authorOf, scopeKind } from '../../ledger/scope-kind.ts';
import type { Step } from '../../ledger/thread-state.ts';
import type { CompletionPart } from '../completion-message.ts';
import { chatLine } from '../../text/chat-line.ts';
import type { Turns } from './turns.ts';

/** `mayOverhear('team', 'agent:coder') === true` */
export function mayOverhear(scope: string | undefined, speaker: string | undefined): boolean {
  const [reader, writer] = [scopeKind(scope), scopeKind(speaker)];
  return (reader === 'team' && writer === 'member') || (reader === 'member' && writer === 'team');
}

/** Only answers: what was said on the way to a call is commentary, and what is not finished is not said yet. */
export function overhear(turns: Turns, step: Step): void {
  if (step.end === undefined || step.owesResult) return;
  for (const part of overheardParts(step)) turns.say(part, 'chat', step.seq);
}

function overheardParts({ scope, parts }: Step): readonly CompletionPart[] {
  return Array.from(parts).flatMap((part) =>
    part.kind === 'text' && part.text.trim() !== ''
      ? [{ type: 'text', text: chatLine(authorOf(scope), part.text) } as const]
      : [],
  );
}
