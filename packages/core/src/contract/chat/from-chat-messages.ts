import type { LedgerEvent } from '../../ledger/ledger-event.ts';
import { LedgerWriter } from '../../ledger/ledger-writer.ts';
import { HUMAN, SYSTEM } from '../../ledger/human.ts';
import { repeatedLines } from '../from-messages/repeated-lines.ts';
import { endingFields, toolErrorOf } from '../foreign/tool-ending.ts';
import type { EndingFields } from '../foreign/tool-ending.ts';
import type { ChatMessageInput } from './chat-message.ts';
import { readChatMessage } from './read-chat-message.ts';
import type { ReadChatMessage, ReadToolCall, ReadTurn } from './read-chat-message.ts';

/**
 * A stored chat as a ledger: dense, open at its end, with an account of every message in it ([L4]).
 * `toChatMessages(foldAll(fromChatMessages(chat)))` gives a well-formed chat back. A call with commentary begins a step; the answer is a step of its
 * own. A call that is said to run in a message that is not active is lost: whoever ran it is gone.
 *
 * @example
 * import { foldAll } from '@toolthread/core';
 * const events = fromChatMessages([{ id: 'm1', role: 'user', content: 'Hi', createdAt: 0 }]);
 * foldAll(events).messageCount; //=> 1
 */
export function fromChatMessages(messages: readonly ChatMessageInput[], thread: string = 'chat'): LedgerEvent[] {
  const given: unknown = messages;
  const elements: readonly unknown[] = Array.isArray(given) ? given : [given];
  const repeated = repeatedLines(elements);
  const read = elements.map(readChatMessage);
  const last = read.findLastIndex((message) => message.kind !== 'malformed');
  const book: Book = {
    writer: new LedgerWriter(thread, { format: 'chat' }),
    postedIds: new Set(),
    runs: new Set(),
    steps: 0,
    calls: new Set(),
  };
  read.forEach((message, index) => {
    if (repeated.has(index + 1)) return book.writer.account({ line: index + 1 }, 'folded', 'repeated_message');
    return writeMessage(book, message, index + 1, index === last);
  });
  return book.writer.events;
}

interface Book {
  readonly writer: LedgerWriter;
  readonly postedIds: Set<string>;
  readonly runs: Set<string>;
  steps: number;
  readonly calls: Set<string>;
}

function writeMessage(book: Book, message: ReadChatMessage, line: number, isLast: boolean): void {
  const { writer } = book;
  if (message.kind === 'malformed') return writer.account({ line }, 'malformed', message.reason, message.raw);
  writer.moveTo(message.at);
  if (message.kind === 'assistant') {
    writeTurn(book, message, line, isLast && message.isActive);
    return writer.account({ line }, 'shown', message.flaw);
  }
  const isNew = message.id !== undefined && !book.postedIds.has(message.id);
  if (message.id !== undefined) book.postedIds.add(message.id);
  writer.write({
    type: 'message.posted',
    author: message.role === 'user' ? HUMAN : SYSTEM,
    parts: [{ type: 'text', text: message.content }],
    delivery: 'now',
    ...(isNew ? { client_id: message.id } : {}),
  });
  return writer.account({ line }, 'shown');
}

/** A turn is a run: its id names it, and a number where two turns claim one id. */
function writeTurn(book: Book, message: ReadTurn, line: number, isActive: boolean): void {
  const wish = message.id ?? `turn ${line}`;
  const run = book.runs.has(wish) ? `${wish} (${line})` : wish;
  book.runs.add(run);
  if (isActive) book.writer.write({ type: 'agent.status', run, status: 'running' });
  for (const calls of stepsOf(message.calls)) writeStep(book, run, calls, isActive);
  if (message.content === '' && message.calls.length > 0) return;
  book.steps += 1;
  const place = { run, step: book.steps };
  book.writer.write({ type: 'agent.step.started', ...place });
  book.writer.write({
    type: 'agent.part.completed',
    ...place,
    part: 0,
    kind: 'text',
    text: message.content,
    phase: 'answer',
  });
  book.writer.write({ type: 'agent.step.completed', ...place, finish_reason: 'stop' });
}

function stepsOf(calls: readonly ReadToolCall[]): ReadToolCall[][] {
  const steps: ReadToolCall[][] = [];
  for (const call of calls) {
    const open = steps.at(-1);
    if (open === undefined || call.commentary !== '') steps.push([call]);
    else open.push(call);
  }
  return steps;
}

function writeStep(book: Book, run: string, calls: readonly ReadToolCall[], isActive: boolean): void {
  const { writer } = book;
  book.steps += 1;
  const step = book.steps;
  let part = 0;
  writer.write({ type: 'agent.step.started', run, step });
  const named = calls.map((call) => {
    if (call.commentary !== '') {
      writer.write({
        type: 'agent.part.completed',
        run,
        step,
        part,
        kind: 'text',
        text: call.commentary,
        phase: 'commentary',
      });
      part += 1;
    }
    const name = ownId(book.calls, call.id);
    const id = call.id === undefined ? {} : { provider_id: call.id };
    writer.write({
      type: 'agent.tool.called',
      run,
      step,
      part,
      call: name,
      ...id,
      name: call.name,
      arguments: call.arguments,
    });
    part += 1;
    return { call, name };
  });
  writer.write({ type: 'agent.step.completed', run, step, finish_reason: 'tool_calls' });
  for (const { call, name } of named) writeEnding(writer, { run, step, call: name, name: call.name }, call, isActive);
}

/** The chat's own, where no call before it has it. */
function ownId(known: Set<string>, wish: string | undefined): string {
  let id = wish;
  for (let number = known.size + 1; id === undefined || known.has(id); number += 1) id = `call-${number}`;
  known.add(id);
  return id;
}

interface NamedCall {
  readonly run: string;
  readonly step: number;
  readonly call: string;
  readonly name: string;
}

function writeEnding(writer: LedgerWriter, name: NamedCall, call: ReadToolCall, isActive: boolean): void {
  const told = { content: '', result: call.result, durationMs: undefined };
  const end = (fields: EndingFields): void => writer.write({ type: 'agent.tool.completed', ...name, ...fields });
  switch (call.status) {
    case 'completed':
      return end(endingFields({ ...told, error: toolErrorOf({ success: true, error: call.error }) }));
    case 'error':
      return end(endingFields({ ...told, error: call.error ?? 'Failed' }));
    case 'pending':
    case 'running':
      if (!isActive) return end(endingFields({ ...told, error: call.error, outcome: 'lost' }));
      return call.status === 'running' ? writer.write({ type: 'agent.tool.started', ...name }) : undefined;
    default:
      return call.status satisfies never;
  }
}
