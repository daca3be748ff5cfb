import type { EventDraft, Question } from '../src/index.ts';

/** A step whose only call asks a person, and waits: `askedDrafts([{ question: 'Which?' }])`. */
export function askedDrafts(
  questions: readonly Question[],
  { call = 'c', request = 'r', name = 'ask_user', args = '{}' } = {},
): EventDraft[] {
  return [
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.tool.called', step: 1, part: 0, call, name, arguments: args },
    { type: 'request.opened', request, kind: 'question', call, step: 1, questions },
  ];
}
