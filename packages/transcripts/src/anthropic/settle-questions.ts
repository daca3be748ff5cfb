/** What only a person can settle: questions, of which the answers stand in the structured result or in prose, and plans. */
import type { Answer, ContentPart, Outcome, Question } from '@toolthread/core';
import type { RequestResolved } from '@toolthread/core/events';
import { fieldsOf, listOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { chosenOptions, parseAnswerString } from '@toolthread/core/unified';
import { scoped } from '../thread/scoped.ts';
import type { OpenStep } from '../thread/open-step.ts';
import type { ThreadWriter } from '../thread/thread-writer.ts';

const ASKS = 'AskUserQuestion';
const PLANS: ReadonlySet<string> = new Set(['ExitPlanMode', 'exit_plan_mode']);

/** A call that asks a person is a request, whichever file it stands in. */
export function openQuestions(thread: ThreadWriter, step: OpenStep, call: string, block: JsonFields): void {
  const name = textOf(block['name']) ?? '';
  // One whose result came before it waits for nobody.
  if ((name !== ASKS && !PLANS.has(name)) || !thread.calls.isOpen(textOf(block['id']) ?? call)) return;
  const asked = name === ASKS ? questionsOf(block['input']) : 'plan';
  thread.asked.set(call, asked);
  const opened = { type: 'request.opened', request: call, call, step: step.step, ...scoped(step.scope) } as const;
  thread.write(asked === 'plan' ? { ...opened, kind: 'plan' } : { ...opened, kind: 'question', questions: asked });
}

/** What a call gave; `data` is the result as the program has it, where the file keeps that. */
interface Given {
  readonly outcome: Outcome;
  readonly data: Json | undefined;
  readonly parts: readonly ContentPart[];
}

/** Its result settles it. */
export function settleQuestions(thread: ThreadWriter, call: string, given: Given): void {
  const asked = thread.asked.get(call);
  if (asked === undefined || !thread.asked.delete(call)) return;
  const settled = asked === 'plan' ? { decision: aboutPlan(given.outcome) } : aboutQuestions(asked, given);
  thread.write({ type: 'request.resolved', request: call, ...settled, ...scoped(thread.calls.ownerOf(call)?.scope) });
}

type Settled = Pick<RequestResolved, 'decision' | 'answers'>;

function aboutPlan(outcome: Outcome): Settled['decision'] {
  if (outcome === 'done') return 'once';
  return outcome === 'denied' ? 'deny' : 'withdrawn';
}

function aboutQuestions(asked: readonly Question[], { data, parts }: Given): Settled {
  const [first] = parts;
  const answers = answersOf(asked, data, first?.type === 'text' ? first.text : undefined);
  return answers === undefined ? { decision: 'withdrawn' } : { decision: 'answered', answers };
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
  const questions = asked.map(({ question }) => question);
  const given = structured.length > 0 ? structured : Object.entries(parseAnswerString(prose ?? '', questions));
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
