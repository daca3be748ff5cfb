import type { Answer, Question as Asked } from '@toolthread/core';
import type { ReactNode } from 'react';
import { ProblemLine } from '../parts/part-boundary.tsx';
import type { ActionOutcome } from '../thread/actions/thread-actions.ts';
import { LoneCard } from './lone-card.tsx';

/** What is asked, and what happens to the answers. */
export interface QuestionProps {
  readonly questions: readonly Asked[];
  /** What is above them. */
  readonly title?: string;
  /** An answer to each. It returns what went wrong, as a message, or undefined; then take the part away. */
  readonly onAnswer: (answers: readonly Answer[]) => ActionOutcome;
}

/**
 * Asks a person something: options with a key each, free text, several questions in one card.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * import { loadOpenRequest } from '@toolthread/react';
 * const questions = [{ question: 'Which linter?', options: [{ label: 'The new one' }] }];
 * await loadOpenRequest();
 * renderToStaticMarkup(<Question questions={questions} onAnswer={async () => undefined} />).includes('The new one'); //=> true
 */
export function Question({ questions, title, onAnswer }: QuestionProps): ReactNode {
  if (!Array.isArray(questions)) return <ProblemLine message="questions must be a list." />;
  const asked = { type: 'request.opened', request: 'r1', kind: 'question', questions } as const;
  const drafts = [title === undefined ? asked : { ...asked, title }];
  return <LoneCard drafts={drafts} actions={{ answer: (_, answers) => onAnswer(answers) }} />;
}
