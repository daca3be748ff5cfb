import type { FinishReason, Usage } from '@toolthread/core';
import { fieldsOf, isJsonObject, numberOf, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { blocksOf, tellBlock } from '../anthropic/tell-block.ts';
import type { Fate } from '../thread/fate.ts';
import { SHOWN } from '../thread/fate.ts';
import { scoped } from '../thread/thread-writer.ts';
import { usageOf } from '../thread/usage-of.ts';
import { ASKS, questionsOf } from './questions-of.ts';
import type { Response, Session } from './session.ts';

/** One line of a response, mostly one block of it. Lines of one `message.id` are one step, wherever they stand. */
export function readAssistant(session: Session, record: JsonFields): Fate {
  const message = fieldsOf(record['message']);
  const id = textOf(message['id']) ?? textOf(record['uuid']) ?? `line ${session.place}`;
  session.counts.message(id);
  const response = session.response(id, session.scopeOf(record));
  const { step } = response;
  if (isJsonObject(message['usage'])) step.usage = usageIn(message['usage']);
  const reason = textOf(message['stop_reason']);
  if (reason !== undefined) step.finish = finishOf(reason);
  if (record['isApiErrorMessage'] === true) step.finish = 'error';
  if (record['isAbortedMidStream'] === true) step.finish = 'aborted';
  const model = textOf(message['model']) ?? '';
  for (const block of blocksOf(message['content'])) readBlock(session, response, block, model);
  return SHOWN;
}

function readBlock(session: Session, response: Response, block: JsonFields, model: string): void {
  const { step, taken } = response;
  switch (textOf(block['type']) ?? '') {
    case 'text': {
      const text = textOf(block['text']) ?? '';
      if (taken.has(text)) return;
      taken.add(text);
      break;
    }
    case 'thinking':
    case 'redacted_thinking':
      session.counts.plain.thinking += 1;
      break;
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      readCall(session, response, block, model);
      return;
    default: {
      const call = textOf(block['tool_use_id']);
      if (call !== undefined) session.counts.calls.result(call);
    }
  }
  tellBlock(session.thread, step, block, model);
}

function readCall(session: Session, { step, taken }: Response, block: JsonFields, model: string): void {
  const id = textOf(block['id']) ?? `${step.step}.${step.parts}`;
  if (taken.has(`\0${id}`)) return;
  taken.add(`\0${id}`);
  session.counts.calls.call(id);
  session.called(id, fieldsOf(block['input']));
  tellBlock(session.thread, step, block, model);
  if (textOf(block['name']) !== ASKS) return;
  const questions = questionsOf(block['input']);
  session.asks.set(id, questions);
  session.thread.write({
    type: 'request.opened',
    request: id,
    kind: 'question',
    call: id,
    step: step.step,
    questions,
    ...scoped(step.scope),
  });
}

/** Any other reason follows from whether tools were called. */
function finishOf(reason: string): FinishReason | undefined {
  switch (reason) {
    case 'max_tokens':
      return 'length';
    case 'refusal':
      return 'refusal';
    case 'pause_turn':
      return 'pause';
    default:
      return undefined;
  }
}

function usageIn(value: JsonFields): Usage | undefined {
  return usageOf({
    input: numberOf(value['input_tokens']),
    output: numberOf(value['output_tokens']),
    cacheRead: numberOf(value['cache_read_input_tokens']),
    cacheWrite: numberOf(value['cache_creation_input_tokens']),
  });
}
