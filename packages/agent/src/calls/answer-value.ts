import type { Answer, Question } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';
import type { ToolValue } from '../tool/tool-value.ts';

/**
 * What a person answered, as the call's result: as data, and in words for the model.
 *
 * @example
 * const value = answerValue([{ question: 'Which?', options: [{ label: 'one' }] }], [{ question: 'Which?', values: ['one'] }]);
 * value.parts; //=> [{ type: 'text', text: 'one' }]
 */
export function answerValue(questions: readonly Question[], answers: readonly Answer[]): ToolValue {
  const asked = questions.map(({ question }) => ({
    question,
    answer: answers.find((one) => one.question === question),
  }));
  const unasked = answers.filter(({ question }) => questions.every((one) => one.question !== question));
  const all = [...asked, ...unasked.map((answer) => ({ question: answer.question, answer }))];
  const lines = all.map(({ question, answer }) =>
    all.length === 1 ? words(answer) : `${question} → ${words(answer)}`,
  );
  return {
    parts: [{ type: 'text', text: lines.join('\n') }],
    structured: { kind: 'answers', answers: answers.map(plain) },
  };
}

function words(answer: Answer | undefined): string {
  const chosen = answer?.values.join(', ') ?? '';
  const text = answer?.text?.trim() ?? '';
  if (chosen === '') return text === '' ? '(no answer)' : text;
  return text === '' ? chosen : `${chosen} (${text})`;
}

function plain({ question, values, text }: Answer): Json {
  return { question, values, ...(text === undefined ? {} : { text }) };
}
