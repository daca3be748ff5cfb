/** Questions to a person: what was asked stands in the call, what was answered in the structured result. */
import type { Answer, Question } from '@toolthread/core';
import { fieldsOf, listOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';

export const ASKS = 'AskUserQuestion';

export function questionsOf(input: Json | undefined): readonly Question[] {
  return listOf(fieldsOf(input)['questions'])
    .map((one) => fieldsOf(one))
    .map((asked) => ({
      question: textOf(asked['question']) ?? '',
      ...(textOf(asked['header']) === undefined ? {} : { header: textOf(asked['header']) ?? '' }),
      options: listOf(asked['options'])
        .map((one) => fieldsOf(one))
        .map(optionOf),
      multiple: asked['multiSelect'] === true,
      free_text: true,
    }));
}

function optionOf(option: JsonFields): { label: string; description?: string } {
  const label = textOf(option['label']) ?? '';
  const description = textOf(option['description']);
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
