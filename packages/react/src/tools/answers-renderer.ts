import { resultText } from '@toolthread/core';
import type { Answer, Call } from '@toolthread/core';
import type { ToolRenderer } from './tool-renderer.ts';

/** A question to a person: what was asked stands in the brackets, what was answered is its result. */
export const answersRenderer: ToolRenderer = {
  name: 'answers',
  // A form that a tool asked for on its way is not what the call was about.
  matches: ({ request }) => request?.kind === 'question' && request.questions.length > 0,
  summary: (call) => call.request?.questions.map(({ question }) => question).join(' '),
  words: (call) => answersText(answersOf(call)) || resultText(call),
};

function answersOf(call: Call): readonly Answer[] {
  return call.request?.settled?.answers ?? [];
}

/** One answer is its words alone; of several, each stands with its question. */
export function answersText(answers: readonly Answer[]): string {
  const words = (answer: Answer): string =>
    [...answer.values, ...(answer.text === undefined || answer.text === '' ? [] : [answer.text])].join(', ');
  const [only] = answers;
  if (answers.length === 1 && only !== undefined) return words(only);
  return answers.map((answer) => `${answer.question} ${words(answer) || '—'}`).join('\n');
}
