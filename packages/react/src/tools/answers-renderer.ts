import type { Answer, Call } from '@toolthread/core';
import { answersText, resultText } from '@toolthread/core/lines';
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
