import type { CompletionMessage, ResultPart } from '@toolthread/core/context';
import type { Json } from '@toolthread/core/json';
import { ownData } from '../../wire/encode/model-id.ts';
import type { ModelId } from '../../wire/encode/model-id.ts';
import { userTurn } from '../../wire/encode/user-turn.ts';
import type { Answered } from '../../wire/encode/user-turn.ts';
import { wireId } from '../../wire/encode/wire-id.ts';
import { clientAnswer, isClientItem } from '../client-call.ts';
import { inputContent, outputContent } from './input-content.ts';
import { RULES } from '../rules.ts';
import type { Item } from '../item.ts';

/** By their ids: the calls of a turn whose answers are not plain function outputs. */
export type Questions = ReadonlyMap<string, Item>;

/** `const questions = questionsIn(message, target)` */
export function questionsIn(message: CompletionMessage, target: ModelId): Questions {
  const questions = new Map<string, Item>();
  for (const part of message.parts) {
    if (part.type !== 'call' || part.runs !== 'here') continue;
    const data = ownData(part.blob, target);
    if (isClientItem(data)) questions.set(part.id, data);
    else if (data?.['caller'] !== undefined) {
      questions.set(part.id, { type: 'function_call', caller: data['caller'] });
    }
  }
  return questions;
}

/** The answers to the calls, then what was said. */
export function encodeUser(message: CompletionMessage, questions: Questions): readonly Item[] {
  const { answers, pieces } = userTurn(message, {
    answer: (result) => answerTo(questions.get(result.callId), result),
    piece: inputContent,
  });
  return pieces.length === 0 ? answers : [...answers, { type: 'message', role: 'user', content: pieces }];
}

/** Answers that can hold text only: their images follow in the next message. */
function answerTo(question: Item | undefined, result: ResultPart): Answered<Item, Item> {
  const callId = wireId(result.callId, RULES.ids);
  const answer = question === undefined ? undefined : clientAnswer(question, callId, result);
  if (answer !== undefined) {
    return { answer, moved: result.parts.map(inputContent).filter(({ type }) => type !== 'input_text') };
  }
  const type = question?.type === 'custom_tool_call' ? 'custom_tool_call_output' : 'function_call_output';
  const caller: { readonly [key: string]: Json } =
    question?.['caller'] === undefined ? {} : { caller: question['caller'] };
  return { answer: { type, call_id: callId, ...caller, output: outputContent(result) }, moved: [] };
}
