import { createContext } from 'react';
import type { Context } from 'react';
import type { Choice } from './choice.ts';

/** What was sent from this page, by the form it was sent with. */
export type GivenAnswers = Map<string, readonly Choice[]>;

/** A tool may ask the same again because one answer did not fit: then the others need not be given twice. */
export const GivenAnswersContext: Context<GivenAnswers | undefined> = createContext<GivenAnswers | undefined>(
  undefined,
);
