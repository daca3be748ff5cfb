/** Questions to a person: what was asked stands in the call, what was answered in the structured result, or in prose. */
import type { Answer, ContentPart, Question } from '@toolthread/core';
import { fieldsOf, listOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { chosenOptions, parseAnswerString } from '@toolthread/core/unified';
import { scoped } from '../thread/thread-writer.ts';
import type { OpenStep, ThreadWriter } from '../thread/thread-writer.ts';

const ASKS = 'AskUserQuestion';

/** A call that asks is a request, whichever file it stands in. */
export function openQuestions(thread: ThreadWriter, step: OpenStep, call: string, block: JsonFields): void {
  // One whose result came before it waits for nobody.
  if (textOf(block['name']) !== ASKS || !thread.calls.isOpen(textOf(block['id']) ?? call)) return;
  const questions = questionsOf(block['input']);
  thread.asked.set(call, questions);
  const asked = { request: call, kind: 'question', call, step: step.step, questions } as const;
  thread.write({ type: 'request.opened', ...asked, ...scoped(step.scope) });
}

/** Its result settles it: `data` is the result as the program has it, where the file keeps that. */
export function settleQuestions(
  thread: ThreadWriter,
  call: string,
  data: Json | undefined,
  parts: readonly ContentPart[],
): void {
  const asked = thread.asked.get(call);
  if (asked === undefined || !thread.asked.delete(call)) return;
  const [first] = parts;
  const answers = answersOf(asked, data, first?.type === 'text' ? first.text : undefined);
  const settled =
    answers === undefined ? ({ decision: 'withdrawn' } as const) : ({ decision: 'answered', answers } as const);
  thread.write({ type: 'request.resolved', request: call, ...settled, ...scoped(thread.calls.ownerOf(call)?.scope) });
}

function questionsOf(input: Json | undefined): readonly Question[] {
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
function answersOf(
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
