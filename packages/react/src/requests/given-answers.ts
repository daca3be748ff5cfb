import type { Request } from '@toolthread/core';
import { createContext, use } from 'react';
import type { Context } from 'react';
import { noChoice } from './choice.ts';
import type { Choice } from './choice.ts';

/** What was sent from this page, by the form it was sent with. */
export type GivenAnswers = Map<string, readonly Choice[]>;

/** A tool may ask the same again because one answer did not fit: then the others need not be given twice. */
export const GivenAnswersContext: Context<GivenAnswers | undefined> = createContext<GivenAnswers | undefined>(
  undefined,
);

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
