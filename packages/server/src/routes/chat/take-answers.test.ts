import { expect, test } from 'vitest';
import { badAnswer, readAnswers } from './take-answers.ts';

test('[embedder] one text is no answer to two questions, and the refusal says how many are needed', () => {
  const questions = [{ question: 'Which?' }, { question: 'Where?' }];
  expect(readAnswers(questions, 'here')).toBeUndefined();
  expect(JSON.stringify(badAnswer(questions))).toContain('There are 2 questions');
  expect(JSON.stringify(badAnswer(questions.slice(1)))).not.toContain('There are');
});
