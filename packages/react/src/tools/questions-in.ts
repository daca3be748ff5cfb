import type { Answer, Call, Question } from '@toolthread/core';
import { fieldsOf, isList, listOf, textOf, textsIn } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { chosenOptions, parseAnswerString } from '@toolthread/core/unified';
import { firstText } from './first-text.ts';
import type { ToolProps } from './tool-renderer.ts';

/** What was asked: as the ledger has it, else as the arguments say it. */
export function questionsIn(input: JsonFields, { request }: Call): readonly Question[] {
  if (request !== undefined && request.questions.length > 0) return request.questions;
  const given = listOf(input['questions']);
  return given.length === 0 ? questionOf(input) : given.flatMap((one) => questionOf(fieldsOf(one)));
}

function questionOf(fields: JsonFields): readonly Question[] {
  const question = firstText(fields, 'question', 'header');
  if (question === undefined) return [];
  const options = listOf(fields['options'] ?? fields['follow_up']).flatMap(optionOf);
  return [{ question, options, multiple: fields['multiSelect'] === true || fields['multiple'] === true }];
}

function optionOf(value: Json): NonNullable<Question['options']> {
  const fields = fieldsOf(value);
  const label = typeof value === 'string' ? value : firstText(fields, 'label', 'text');
  const description = textOf(fields['description']);
  if (label === undefined) return [];
  return [description === undefined ? { label } : { label, description }];
}

/** What was answered: as the ledger has it, else as the result's data has it, else what its prose says. */
export function answersIn({ input, result, call }: ToolProps): readonly Answer[] {
  const settled = call.request?.settled?.answers ?? [];
  if (settled.length > 0 || result === undefined) return settled;
  const asked = questionsIn(input, call);
  const [first] = result.parts;
  const questions = asked.map(({ question }) => question);
  const prose = first?.type === 'text' ? parseAnswerString(first.text, questions) : {};
  const told = fieldsOf(fieldsOf(result.structured)['answers']);
  return asked.flatMap((question, index) => {
    const value = told[question.question] ?? told[String(index)] ?? prose[question.question];
    return value === undefined ? [] : [answerOf(question, value)];
  });
}

function answerOf({ question, options = [], multiple }: Question, value: Json): Answer {
  const labels = options.map(({ label }) => label);
  if (isList(value)) return { question, values: textsIn(value) };
  const text = textOf(value) ?? JSON.stringify(value);
  if (labels.includes(text)) return { question, values: [text] };
  return { question, ...(multiple === true ? chosenOptions(text, labels) : { values: [], text }) };
}
