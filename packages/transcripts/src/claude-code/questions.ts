/** Questions to a person: what was asked stands in the call, what was answered in the structured result. */
import type { Answer, Json, Question } from '@toolthread/core';
import { fieldsOf, listOf, textIn } from '../fields.ts';
import type { Fields } from '../fields.ts';

export const ASKS = 'AskUserQuestion';

export function questionsOf(input: Json | undefined): readonly Question[] {
  return listOf(fieldsOf(input)['questions'])
    .map(fieldsOf)
    .map((asked) => ({
      question: textIn(asked, 'question') ?? '',
      ...(textIn(asked, 'header') === undefined ? {} : { header: textIn(asked, 'header') ?? '' }),
      options: listOf(asked['options']).map(fieldsOf).map(optionOf),
      multiple: asked['multiSelect'] === true,
      free_text: true,
    }));
}

function optionOf(option: Fields): { label: string; description?: string } {
  const label = textIn(option, 'label') ?? '';
  const description = textIn(option, 'description');
  return description === undefined ? { label } : { label, description };
}

/** Undefined where the result holds none: then nobody answered. */
export function answersOf(result: Json | undefined): readonly Answer[] | undefined {
  const { questions, answers } = fieldsOf(result);
  const given = Object.entries(fieldsOf(answers));
  if (given.length === 0) return undefined;
  const asked = new Map(questionsOf({ questions: questions ?? [] }).map((one) => [one.question, one]));
  return given.map(([question, value]) =>
    answerTo(question, asked.get(question), typeof value === 'string' ? value : JSON.stringify(value ?? null)),
  );
}

/** Several choices are joined by a comma; what is none of the options was typed. */
function answerTo(question: string, asked: Question | undefined, value: string): Answer {
  const labels = new Set(asked?.options?.map(({ label }) => label));
  if (labels.has(value)) return { question, values: [value] };
  const several = value.split(', ');
  if (asked?.multiple === true && several.every((one) => labels.has(one))) return { question, values: several };
  return { question, values: [], text: value };
}
