/** A form that an MCP server wants filled in, as questions to the person; and their answers as the form's content. */
import type { ElicitRequestFormParams, ElicitResult, PrimitiveSchemaDefinition } from '@modelcontextprotocol/client';
import type { Answer, Question } from '@toolthread/core';
import { moreCharacters } from '@toolthread/core/text';
import { cutWords } from '../tool/cut-words.ts';
import type { ToolContext } from '../tool/tool.ts';

const MOST = { fields: 8, tries: 3, choices: 100, characters: 2000, inChoices: 20_000 } as const;

interface Field {
  readonly key: string;
  readonly schema: PrimitiveSchemaDefinition;
  readonly question: Question;
}

type Content = NonNullable<ElicitResult['content']>;

/** Undefined: the form is not simple enough to be asked. Asks again if an answer does not fit, a few times. */
export async function elicit(
  server: string,
  { message, requestedSchema }: ElicitRequestFormParams,
  context: Pick<ToolContext, 'ask'>,
): Promise<ElicitResult | undefined> {
  const fields = formFields(requestedSchema);
  if (fields === undefined) return undefined;
  const asks = `${server} asks: ${bounded(message)}`;
  let title = asks;
  for (let attempt = 1; attempt <= MOST.tries; attempt += 1) {
    const settled = await context.ask({ title, questions: fields.map(({ question }) => question) });
    if (settled?.decision === 'deny') return { action: 'decline' };
    if (settled?.decision !== 'answered') return { action: 'cancel' };
    const content = formContent(fields, settled.answers);
    if (typeof content !== 'string') return { action: 'accept', content };
    title = `${asks}\n${content}`;
  }
  return { action: 'cancel' };
}

function formFields({
  properties,
  required = [],
}: ElicitRequestFormParams['requestedSchema']): readonly Field[] | undefined {
  const entries = Object.entries(properties);
  if (entries.length === 0 || entries.length > MOST.fields) return undefined;
  const choices = entries.map(([, schema]) => choicesIn(schema) ?? []);
  if (choices.some((those) => those.length > MOST.choices)) return undefined;
  const characters = choices.flat().reduce((sum, { label, value }) => sum + label.length + value.length, 0);
  if (characters > MOST.inChoices) return undefined;
  const asked = new Set<string>();
  return entries.map(([key, schema]) => {
    const isRequired = required.includes(key);
    const words = bounded([schema.title ?? key, schema.description].filter((part) => part !== undefined).join(': '));
    const unique = unlike(asked, isRequired ? words : `${words} (optional)`, key);
    asked.add(unique);
    const question: Question = { question: unique, ...choicesOf(schema), ...(isRequired ? {} : { optional: true }) };
    return { key, schema, question };
  });
}

/** A text that is cut says so: a form cannot hide its end. */
function bounded(words: string): string {
  const shown = cutWords(words, MOST.characters);
  return shown === words ? words : shown + moreCharacters(words.length - shown.length);
}

/** Answers are matched by these words, so no two are the same. */
function unlike(others: ReadonlySet<string>, words: string, name: string): string {
  let unique = words;
  for (let n = 1; others.has(unique); n += 1) unique = `${words} (${n === 1 ? name : `${name}, ${n}`})`;
  return unique;
}

interface Choice {
  readonly label: string;
  /** The value that the server gets for it. */
  readonly value: string;
}

function choicesOf(schema: PrimitiveSchemaDefinition): Pick<Question, 'options' | 'multiple' | 'free_text'> {
  const choices = choicesFor(schema);
  if (choices === undefined) return { free_text: true };
  // A label can say anything, so the value that would be sent is shown beside it.
  const options = choices.map(({ label, value }) =>
    label === value || schema.type === 'boolean' ? { label } : { label, description: value },
  );
  return schema.type === 'array' ? { options, multiple: true } : { options };
}

/** The choices; undefined if the answer is free text. */
function choicesFor(schema: PrimitiveSchemaDefinition): readonly Choice[] | undefined {
  const labels = new Set<string>();
  return choicesIn(schema)?.map(({ label, value }) => {
    const unique = unlike(labels, label, value);
    labels.add(unique);
    return { label: unique, value };
  });
}

function choicesIn(schema: PrimitiveSchemaDefinition): readonly Choice[] | undefined {
  if (schema.type === 'boolean') return [YES, { label: 'No', value: 'false' }];
  if (schema.type === 'array') {
    if ('anyOf' in schema.items) return schema.items.anyOf.map(titled);
    return schema.items.enum.map((value) => ({ label: value, value }));
  }
  if ('oneOf' in schema) return schema.oneOf.map(titled);
  if (!('enum' in schema)) return undefined;
  const names = 'enumNames' in schema ? schema.enumNames : undefined;
  return schema.enum.map((value, n) => ({ label: names?.[n] ?? value, value }));
}

const YES: Choice = { label: 'Yes', value: 'true' };

function titled(choice: { readonly const: string; readonly title: string }): Choice {
  return { label: choice.title, value: choice.const };
}

/** The content, or what does not fit. */
function formContent(fields: readonly Field[], answers: readonly Answer[]): Content | string {
  const content: Content = {};
  for (const { key, schema, question } of fields) {
    const answer = answers.find((one) => one.question === question.question);
    const value = valueOf(schema, answer);
    if (value === 'wrong') return `The answer to “${question.question}” does not fit.`;
    if (value === undefined && question.optional !== true) return `“${question.question}” needs an answer.`;
    if (value !== undefined) content[key] = value.is;
  }
  return content;
}

type Value = { readonly is: string | number | boolean | string[] } | 'wrong' | undefined;

function valueOf(schema: PrimitiveSchemaDefinition, answer: Answer | undefined): Value {
  const choices = choicesFor(schema);
  if (choices !== undefined) {
    const chosen = (answer?.values ?? []).map((label) => choices.find((one) => one.label === label)?.value);
    const known = chosen.filter((value) => value !== undefined);
    if (known.length !== chosen.length) return 'wrong';
    const [first] = known;
    if (first === undefined) return undefined;
    if (schema.type === 'array') return { is: known };
    return { is: schema.type === 'boolean' ? first === YES.value : first };
  }
  const written = answer?.text ?? answer?.values[0] ?? '';
  if (schema.type !== 'number' && schema.type !== 'integer') return written === '' ? undefined : { is: written };
  if (written.trim() === '') return undefined;
  const number = Number(written);
  const whole = schema.type === 'number' || Number.isInteger(number);
  const inRange = number >= (schema.minimum ?? -Infinity) && number <= (schema.maximum ?? Infinity);
  return Number.isFinite(number) && whole && inRange ? { is: number } : 'wrong';
}
