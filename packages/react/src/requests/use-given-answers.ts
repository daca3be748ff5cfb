import type { Request } from '@toolthread/core';
import { use } from 'react';
import { noChoice } from './choice.ts';
import type { Choice } from './choice.ts';
import { GivenAnswersContext } from './given-answers.ts';

export interface Given {
  /** What was chosen the last time, one for each question. */
  readonly before: readonly Choice[];
  keep(choices: readonly Choice[]): void;
}

export function useGivenAnswers(request: Request): Given {
  const given = use(GivenAnswersContext);
  const key = JSON.stringify([request.call, request.questions.map(({ question }) => question)]);
  return {
    before: given?.get(key) ?? request.questions.map(() => noChoice),
    keep: (choices) => void (request.call !== undefined && given?.set(key, choices)),
  };
}
