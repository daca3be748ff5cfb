import type { Question } from '@toolthread/core';
import { z } from 'zod';
import { defineTool } from '../tool/define-tool.ts';
import type { Tool } from '../tool/tool.ts';

const option = z.union([
  z.string().min(1).max(200),
  z.object({ label: z.string().min(1).max(200), description: z.string().max(500).optional() }),
]);

const question = z.object({
  question: z.string().min(1).max(2000),
  header: z.string().max(40).optional().describe('One or two words above the question.'),
  options: z.array(option).max(12).optional(),
  multiple: z.boolean().optional().describe('Several options may be chosen.'),
  free_text: z.boolean().optional().describe('The user may also write. Always so if there are no options.'),
});

/** The run waits while the call is open; the answer is its result. */
export const chatAskUser: Tool = defineTool({
  name: 'chat_ask_user',
  description: 'Asks the user one or more questions and waits for the answers. Offer options where you can.',
  input: z.object({ questions: z.array(question).min(1).max(8) }),
  ask: ({ questions }) => questions.map(asked),
});

function asked(given: z.output<typeof question>): Question {
  const { header, options, multiple, free_text: freeText } = given;
  const free = freeText ?? (options === undefined || options.length === 0 ? true : undefined);
  return {
    question: given.question,
    ...(header === undefined ? {} : { header }),
    ...(options === undefined ? {} : { options: options.map(optionOf) }),
    ...(multiple === undefined ? {} : { multiple }),
    ...(free === undefined ? {} : { free_text: free }),
  };
}

function optionOf(given: z.output<typeof option>): NonNullable<Question['options']>[number] {
  if (typeof given === 'string') return { label: given };
  return given.description === undefined
    ? { label: given.label }
    : { label: given.label, description: given.description };
}
