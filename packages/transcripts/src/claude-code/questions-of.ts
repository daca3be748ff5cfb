/** Questions to a person: what was asked stands in the call, what was answered in the structured result, or in prose. */
import type { Answer, Question } from '@toolthread/core';
import { fieldsOf, listOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { chosenOptions, parseAnswerString } from '@toolthread/core/unified';

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
export function answersOf(
  asked: readonly Question[],
  result: Json | undefined,
  prose: string | undefined,
): readonly Answer[] | undefined {
  const structured = Object.entries(fieldsOf(fieldsOf(result)['answers']));
  const given = structured.length > 0 ? structured : Object.entries(parseAnswerString(prose ?? ''));
  if (given.length === 0) return undefined;
  return given.map(([question, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
    return answerTo(
      question,
      asked.find((one) => one.question === question),
      text,
    );
  });
}

/** Whatever is not an option was typed by the person. */
function answerTo(question: string, asked: Question | undefined, value: string): Answer {
  const labels = asked?.options?.map(({ label }) => label) ?? [];
  if (labels.includes(value)) return { question, values: [value] };
  return { question, ...(asked?.multiple === true ? chosenOptions(value, labels) : { values: [], text: value }) };
}
