import type { Answer, Question } from '@toolthread/core';
import { isFields } from '@toolthread/core/json';

/** What the reader has chosen so far, one for each question. */
export interface Choice {
  readonly values: readonly string[];
  /** Undefined until the reader chose to write. */
  readonly text: string | undefined;
}

export const noChoice: Choice = { values: [], text: undefined };

/** `choicesIn(questions, kept)`: only what each question offers; undefined if nothing was kept. A single choice that was not taken is made again. */
export function choicesIn(questions: readonly Question[], kept: unknown): readonly Choice[] | undefined {
  if (!Array.isArray(kept)) return undefined;
  const all: readonly unknown[] = kept;
  const atOnce = settlesAtOnce(questions);
  return questions.map((question, index) => {
    const choice = all[index];
    if (!isFields(choice)) return noChoice;
    const { values, text } = choice;
    const offered = (question.options ?? []).map(({ label }) => label);
    return {
      values: !atOnce && Array.isArray(values) ? offered.filter((label) => values.includes(label)) : [],
      text: typeof text === 'string' && takesText(question) ? text : undefined,
    };
  });
}

/** A single question with one answer is settled by the first click; anything else is sent when the reader says so. */
export function settlesAtOnce(questions: readonly Question[]): boolean {
  const [only] = questions;
  return questions.length === 1 && only?.multiple !== true && only?.optional !== true;
}

/** `toggle(question, noChoice, 'Yes')`: several values only where the question allows them. */
export function toggle(question: Question, choice: Choice, value: string): Choice {
  const chosen = choice.values.includes(value);
  if (question.multiple !== true) return { values: chosen ? [] : [value], text: undefined };
  return { ...choice, values: chosen ? choice.values.filter((other) => other !== value) : [...choice.values, value] };
}

/** Undefined while a question has no answer yet that needs one. Where several may be chosen, none may be chosen too. */
export function answersOf(questions: readonly Question[], choices: readonly Choice[]): readonly Answer[] | undefined {
  const answers: Answer[] = [];
  for (const [index, { question, multiple, optional }] of questions.entries()) {
    const { values, text } = choices[index] ?? noChoice;
    const written = text?.trim() ?? '';
    if (multiple !== true && optional !== true && values.length === 0 && written === '') return undefined;
    answers.push(written === '' ? { question, values } : { question, values, text: written });
  }
  return answers;
}

/** Free text is possible where the question allows it, and where it has nothing to choose from. */
export function takesText(question: Question): boolean {
  return question.free_text === true || (question.options ?? []).length === 0;
}

/** The field is there: the reader asked for it, or there is nothing else. */
export function isWriting(question: Question, choice: Choice): boolean {
  return takesText(question) && (choice.text !== undefined || (question.options ?? []).length === 0);
}
