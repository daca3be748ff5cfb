import { wholeRecord } from '../records/whole-record.ts';
import type { ProviderBlob } from '@toolthread/core';
import { fieldsOf, isJsonObject, listOf, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { contentParts } from '@toolthread/core/unified';
import type { Fate } from '../thread/fate.ts';
import { SHOWN } from '../thread/fate.ts';
import { blobOf as stamped, scoped } from '../thread/thread-writer.ts';
import { ASKS, questionsOf } from './questions-of.ts';
import type { Response, Session } from './session.ts';

/** One line of a response, mostly one block of it. Lines of one `message.id` are one step, wherever they stand. */
export function readAssistant(session: Session, record: JsonFields): Fate {
  const message = fieldsOf(record['message']);
  const id = textOf(message['id']) ?? textOf(record['uuid']) ?? `line ${session.place}`;
  session.counts.message(id);
  const scope = session.scopeOf(record);
  const response = session.response(id, scope);
  if (isJsonObject(message['usage'])) response.usage = message['usage'];
  response.finish = textOf(message['stop_reason']) ?? response.finish;
  if (record['isApiErrorMessage'] === true) response.finish = 'api_error';
  if (record['isAbortedMidStream'] === true) response.finish = 'aborted';
  const content = message['content'];
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
  const model = textOf(message['model']) ?? '';
  for (const block of blocks) readBlock(session, record, response, fieldsOf(block), model);
  return SHOWN;
}

function readBlock(session: Session, record: JsonFields, response: Response, block: JsonFields, model: string): void {
  switch (textOf(block['type']) ?? '') {
    case 'text':
      readText(session, record, response, textOf(block['text']) ?? '');
      break;
    case 'thinking':
    case 'redacted_thinking':
      session.counts.plain.thinking += 1;
      addPart(session, record, response, {
        kind: 'reasoning',
        text: textOf(block['thinking']) ?? '',
        blob: blobOf(block, model),
      });
      break;
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      readCall(session, record, response, block, model);
      break;
    default:
      readOther(session, record, response, block, model);
  }
}

function readText(session: Session, record: JsonFields, response: Response, text: string): void {
  if (response.taken.has(text)) return;
  response.taken.add(text);
  addPart(session, record, response, { kind: 'text', text });
}

function addPart(
  session: Session,
  record: JsonFields,
  response: Response,
  part: { readonly kind: 'text' | 'reasoning' | 'opaque'; readonly text?: string; readonly blob?: ProviderBlob },
): void {
  const { step, scope } = response;
  session.write({ type: 'agent.part.completed', step, part: response.parts, ...part, ...scoped(scope) });
  response.parts += 1;
}

function readCall(session: Session, record: JsonFields, response: Response, block: JsonFields, model: string): void {
  const id = textOf(block['id']) ?? `${response.step}.${response.parts}`;
  if (response.taken.has(`\0${id}`)) return;
  response.taken.add(`\0${id}`);
  response.calls += 1;
  session.counts.calls.call(id);
  const input = block['input'] ?? {};
  session.called(id, response, fieldsOf(input));
  const { step, scope } = response;
  const byProvider = block['type'] !== 'tool_use';
  session.write({
    type: 'agent.tool.called',
    step,
    part: response.parts,
    call: id,
    provider_id: id,
    name: textOf(block['name']) ?? 'tool',
    arguments: JSON.stringify(input),
    ...(byProvider ? { runs: 'provider' as const, blob: blobOf(block, model) } : {}),
    ...scoped(scope),
  });
  response.parts += 1;
  if (textOf(block['name']) !== ASKS) return;
  const questions = questionsOf(input);
  session.asks.set(id, questions);
  session.write({
    type: 'request.opened',
    request: id,
    kind: 'question',
    call: id,
    step,
    questions,
    ...scoped(scope),
  });
}

/** A result of a tool that the provider ran stands in the response itself; anything else is kept as it is. */
function readOther(session: Session, record: JsonFields, response: Response, block: JsonFields, model: string): void {
  const call = textOf(block['tool_use_id']);
  const { step, scope } = response;
  if (call !== undefined) {
    session.counts.calls.result(call);
    session.write({
      type: 'agent.tool.completed',
      step,
      call,
      outcome: block['is_error'] === true ? 'failed' : 'done',
      parts: contentParts(block['content']),
      ...scoped(scope),
    });
  }
  addPart(session, record, response, { kind: 'opaque', blob: blobOf(block, model) });
}

function blobOf(block: JsonFields, model: string): ProviderBlob {
  return stamped('anthropic', 'messages', model, wholeRecord(block));
}
