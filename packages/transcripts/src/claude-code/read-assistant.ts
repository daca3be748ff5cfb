import type { FinishReason } from '@toolthread/core';
import { fieldsOf, isJsonObject, textOf } from '@toolthread/core/json';
import type { JsonFields, JsonObject } from '@toolthread/core/json';
import { blocksOf, tellBlock, tellText } from '../anthropic/tell-block.ts';
import { textKey } from '../records/text-key.ts';
import type { Fate } from '../thread/fate.ts';
import { hidden, SHOWN } from '../thread/fate.ts';
import { usageOf } from '../thread/usage-of.ts';
import type { CountNames } from '../thread/usage-of.ts';
import { callKey } from './blocks.ts';
import type { Response } from './responses.ts';
import type { Session } from './session.ts';

const COUNTED: CountNames = {
  input: 'input_tokens',
  output: 'output_tokens',
  cacheRead: 'cache_read_input_tokens',
  cacheWrite: 'cache_creation_input_tokens',
};

/** The program's own words, in the place of a model's. */
const SYNTHETIC = '<synthetic>';
const THE_PROGRAM = { provider: 'claude-code', api: 'none', model: '' };

/** One line of a response, mostly one block of it. Lines of one `message.id` are one step, wherever they are. */
export function readAssistant(session: Session, record: JsonFields): Fate {
  const message = fieldsOf(record['message']);
  const id = textOf(message['id']) ?? textOf(record['uuid']) ?? `line ${session.place}`;
  session.counts.message(id);
  const scope = session.scopeOf(record);
  const model = textOf(message['model']) ?? '';
  if (model === SYNTHETIC) session.thread.configure(THE_PROGRAM, scope);
  else if (model !== '') session.thread.configure({ provider: 'anthropic', api: 'messages', model }, scope);
  const response = session.response(id, scope);
  const { step } = response;
  if (isJsonObject(message['usage'])) step.usage = usageOf(message['usage'], COUNTED);
  const reason = textOf(message['stop_reason']);
  if (reason !== undefined) step.finish = finishOf(reason);
  if (record['isApiErrorMessage'] === true) step.finish = 'error';
  if (record['isAbortedMidStream'] === true) step.finish = 'aborted';
  const blocks = blocksOf(message['content']);
  // Nearly every line has one block, which has no twin.
  const around = { model, twins: blocks.length > 1 ? new Map<number, number>() : undefined };
  const fresh = blocks.filter((block) => readBlock(session, response, block, around));
  if (response.last?.part !== step.parts - 1) response.last = undefined;
  // [L3] The file says that the turn is over, with its last words.
  const isOver = reason === 'end_turn' && blocks.some(({ type }) => type === 'text');
  if (isOver && session.thread.openStep(scope) === step) session.thread.closeStep(scope);
  return fresh.length === 0 && blocks.length > 0 ? hidden('repeated-record') : SHOWN;
}

/** What holds for all blocks of a record. `twins`: how often it has made each call so far. */
interface Around {
  readonly model: string;
  readonly twins: Map<number, number> | undefined;
}

/** False if it was told before. */
function readBlock(session: Session, response: Response, block: JsonObject, around: Around): boolean {
  const { step } = response;
  const type = textOf(block['type']) ?? '';
  switch (type) {
    case 'text':
      if (!tellsNew(session, response, block)) return false;
      readText(session, response, block);
      return true;
    case 'thinking':
    case 'redacted_thinking':
      session.counts.plain.thinking += 1;
      if (!tellsNew(session, response, block)) return false;
      break;
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return readCall(session, response, block, around);
    default:
      break;
  }
  tellBlock(session.thread, step, block, around.model);
  return true;
}

/** Older files repeat the texts, thoughts and calls of a response in growing snapshots. */
function tellsNew({ blocks }: Session, { number }: Response, block: JsonObject): boolean {
  return blocks.add(blocks.numberOf(block), 'told', number);
}

/** A text that begins with the last one is that one, grown. */
function readText({ thread }: Session, response: Response, block: JsonFields): void {
  const { step, last } = response;
  const text = textOf(block['text']) ?? '';
  const grows = last !== undefined && last.part === step.parts - 1 && last.length > 0 && beginsWith(text, last);
  if (grows) thread.more(step, 'text', last.part, last.before + last.length, text.slice(last.length));
  const before = grows ? last.before : tellText(thread, step, block).length;
  response.last = { part: step.parts - 1, key: textKey(text), length: text.length, before };
}

function beginsWith(text: string, { key, length }: { readonly key: string; readonly length: number }): boolean {
  return text.length >= length && textKey(text.slice(0, length)) === key;
}

/**
 * A call that comes in another record again is the same, also if only now it has arguments. One with other arguments, and two in one record,
 * are two, though they have one id.
 */
function readCall(session: Session, response: Response, block: JsonObject, { model, twins }: Around): boolean {
  const { step, number } = response;
  const { blocks } = session;
  const own = textOf(block['id']);
  const id = own ?? `${step.step}.${step.parts}`;
  const call = own === undefined ? blocks.numberOfKey(callKey(id, block)) : blocks.numberOf(block);
  const before = twins?.get(call) ?? 0;
  twins?.set(call, before + 1);
  if (!blocks.add(before === 0 ? call : blocks.numberOfKey(`${call} ${before}`), 'told', number)) return false;
  const empty = before === 0 ? blocks.find(callKey(id, { name: block['name'], input: {} })) : undefined;
  const isLate = empty !== undefined && empty !== call && twins?.has(empty) !== true;
  const wasEmpty = isLate && blocks.has(empty, 'told', number);
  // It gets its arguments once.
  if (wasEmpty && blocks.add(blocks.numberOfKey(`${empty} told`), 'told', number)) return false;
  // What the provider runs itself is no call that the file owes a result.
  if (block['type'] === 'tool_use') session.counts.calls.call(id);
  const input = fieldsOf(block['input']);
  session.called(id, input);
  session.tasks.called(id, textOf(block['name']) ?? '', input);
  tellBlock(session.thread, step, block, model);
  session.tasks.heard(id);
  return true;
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
