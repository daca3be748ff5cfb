/** What a member of a team asks the user is said in the chat, too, and so is the answer: the others read both. */
import { authorOf, scopeKind } from '@toolthread/core';
import type { Call, EventDraft } from '@toolthread/core';
import type { Plan } from '../calls/plan-call.ts';
import type { Run } from '../run/run.ts';

export function askedInChat(run: Run, call: Call, request: EventDraft): readonly EventDraft[] {
  if (request.type !== 'request.opened' || request.kind !== 'question') return [];
  const questions = (request.questions ?? []).map(({ question, options = [] }) => {
    const labels = options.map(({ label }) => label).join(', ');
    return labels === '' ? question : `${question} (${labels})`;
  });
  return line(run, `ask-${call.id}`, `I have asked the user: ${questions.join('\n')}`);
}

/** Posted in the asker's name: an agent never reads its own lines, so it gets the answer only as the call's result. */
export function answeredInChat(run: Run, plan: Extract<Plan, { do: 'settle' }>): readonly EventDraft[] {
  const { request, id } = plan.call;
  if (request?.kind !== 'question' || request.settled?.decision !== 'answered') return [];
  const text = plan.value.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  return line(run, `answer-${id}`, `The user has answered: ${text}`);
}

function line(run: Run, id: string, text: string): readonly EventDraft[] {
  const { scope } = run;
  if (scopeKind(scope) !== 'member' || run.state().posted.has(id)) return [];
  const parts = [{ type: 'text', text }] as const;
  return [{ type: 'message.posted', author: authorOf(scope), parts, client_id: id, delivery: 'now' }];
}
