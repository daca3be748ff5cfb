import type { LedgerEvent } from '../../ledger/ledger-event.ts';
import { continuationEvent } from '../foreign/continuation-event.ts';
import { LedgerWriter } from '../../ledger/ledger-writer.ts';
import type { Message } from '../message.ts';
import { pairResults } from './pair-results.ts';
import type { CallPlace, Owner } from './pair-results.ts';
import { HUMAN, SYSTEM } from '../../ledger/human.ts';
import { postedParts, readMessage, sourceId } from './read-message.ts';
import type { ReadAssistant, ReadMessage, ReadResult } from './read-message.ts';
import { repeatedLines } from './repeated-lines.ts';
import { storedStep } from './stored-step.ts';
import type { StoredCall } from './stored-step.ts';
import { isStopReason } from '../foreign/is-stop-reason.ts';
import { endingFields } from '../foreign/tool-ending.ts';

/**
 * A persisted history as a ledger: dense, open at its end, with an account of every message in it ([L4]).
 * `toMessages(foldAll(fromMessages(history)))` gives a well-formed history back. Each assistant message is one step;
 * a result goes to its call wherever it is; statuses that only live while something runs are hidden.
 *
 * @example
 * import { foldAll } from '@toolthread/core';
 * const history = [{ id: 'm1', role: 'user', content: 'Hi', timestamp: '2026-01-01T00:00:00Z' }] as const;
 * foldAll(fromMessages(history)).messageCount; //=> 1
 */
export function fromMessages(messages: readonly Message[], thread: string = 'messages'): LedgerEvent[] {
  const given: unknown = messages;
  const elements: readonly unknown[] = Array.isArray(given) ? given : [given];
  const book = openImport(elements, thread);
  book.lines.forEach((message, line) => writeMessage(book, message, line));
  return book.writer.events;
}

interface Import {
  readonly writer: LedgerWriter;
  /** By line, from 1. */
  readonly lines: ReadonlyMap<number, ReadMessage | { readonly kind: 'repeated' }>;
  readonly calls: ReadonlyMap<number, readonly CallPlace[]>;
  readonly owners: ReadonlyMap<number, Owner>;
  readonly results: ReadonlyMap<CallPlace, { readonly line: number; readonly result: ReadResult }>;
  readonly written: Map<CallPlace, { readonly step: number; readonly call: string }>;
  readonly postedIds: Set<string>;
  readonly orphanIds: Set<string>;
  readonly mint: () => string;
}

function openImport(elements: readonly unknown[], thread: string): Import {
  const repeated = repeatedLines(elements);
  const lines = new Map<number, ReadMessage | { readonly kind: 'repeated' }>();
  const calls = new Map<number, readonly CallPlace[]>();
  const results: (ReadResult & { readonly line: number })[] = [];
  elements.forEach((element, index) => {
    const line = index + 1;
    const message = repeated.has(line) ? ({ kind: 'repeated' } as const) : readMessage(element);
    lines.set(line, message);
    if (message.kind === 'assistant')
      calls.set(
        line,
        message.calls.map(({ id, name }) => ({ line, id, name })),
      );
    if (message.kind === 'result') results.push({ ...message, line });
  });
  const places = [...calls.values()].flat();
  const owners = pairResults(
    places,
    results.map(({ line, callId, toolName }) => ({ line, id: callId, name: toolName })),
  );
  return {
    writer: new LedgerWriter(thread, { format: 'messages' }),
    lines,
    calls,
    owners,
    results: new Map(results.flatMap((result) => resultOf(owners.get(result.line), result))),
    written: new Map(),
    postedIds: new Set(),
    orphanIds: new Set(),
    mint: minter(new Set([...places.map(({ id }) => id), ...results.map(({ callId }) => callId)])),
  };
}

type OwnResult = [CallPlace, { readonly line: number; readonly result: ReadResult }];

function resultOf(owner: Owner | undefined, result: ReadResult & { readonly line: number }): OwnResult[] {
  return typeof owner === 'object' ? [[owner, { line: result.line, result }]] : [];
}

/** Our ids, none of which the source uses. */
function minter(foreign: ReadonlySet<string | undefined>): () => string {
  let count = 0;
  return () => {
    do count += 1;
    while (foreign.has(`call-${count}`));
    return `call-${count}`;
  };
}

function writeMessage(book: Import, message: ReadMessage | { readonly kind: 'repeated' }, line: number): void {
  const { writer } = book;
  if ('at' in message) writer.moveTo(message.at);
  switch (message.kind) {
    case 'user':
    case 'notice': {
      const isNew = message.id !== undefined && !book.postedIds.has(message.id);
      if (message.id !== undefined) book.postedIds.add(message.id);
      const parts = postedParts(message);
      const id = isNew ? { client_id: message.id } : {};
      const author = message.kind === 'user' ? HUMAN : SYSTEM;
      writer.write({ type: 'message.posted', author, parts, delivery: 'now', ...id });
      return writer.account({ line }, 'shown');
    }
    case 'assistant':
      writeStep(book, message, line);
      return writer.account({ line }, 'shown', message.flaw);
    case 'result':
      return writeResult(book, message, line);
    case 'error':
      writer.write({ type: 'agent.status', status: 'failed', error_message: message.content, ...sourceId(message) });
      return writer.account({ line }, 'shown');
    case 'continuation': {
      const { stop_reason: reason, should_continue: goesOn } = message.continuation;
      writer.write({ ...continuationEvent(message.continuation), ...sourceId(message) });
      return writer.account(
        { line },
        goesOn || reason === 'completed' ? 'folded' : 'shown',
        isStopReason(reason) ? undefined : 'unknown_stop_reason',
      );
    }
    case 'ephemeral':
      return writer.account({ line }, 'hidden', 'ephemeral_status');
    case 'repeated':
      return writer.account({ line }, 'folded', 'repeated_message');
    case 'malformed':
      return writer.account({ line }, 'malformed', message.reason, message.raw);
    default:
      return message satisfies never;
  }
}

function writeStep(book: Import, message: ReadAssistant, line: number): void {
  const places = book.calls.get(line) ?? [];
  const step = line;
  const calls = places.flatMap((place, index): StoredCall[] => {
    const read = message.calls[index];
    if (read === undefined) return [];
    const call = book.mint();
    book.written.set(place, { step, call });
    return [{ call, read, resultId: book.results.get(place)?.result.id }];
  });
  for (const draft of storedStep(message, step, calls)) book.writer.write(draft);
  for (const place of places) {
    const early = book.results.get(place);
    if (early !== undefined && early.line < line) complete(book, place, early.result);
  }
}

function writeResult(book: Import, message: ReadResult, line: number): void {
  const { writer } = book;
  const owner = book.owners.get(line);
  if (owner === 'repeat') return writer.account({ line }, 'folded', 'repeated_result');
  if (typeof owner === 'object') {
    if (owner.line < line) complete(book, owner, message);
    return writer.account({ line }, 'folded');
  }
  const isNew = message.callId !== undefined && !book.orphanIds.has(message.callId);
  if (message.callId !== undefined) book.orphanIds.add(message.callId);
  writer.write({
    type: 'agent.tool.completed',
    ...(isNew ? { call: message.callId } : {}),
    ...(message.toolName === undefined ? {} : { name: message.toolName }),
    ...endingFields(message.ending),
  });
  return writer.account({ line }, 'shown', 'result_without_call');
}

function complete(book: Import, place: CallPlace, result: ReadResult): void {
  const known = book.written.get(place);
  if (known === undefined) return;
  const at = result.at === undefined ? {} : { at: result.at };
  book.writer.write({
    type: 'agent.tool.completed',
    ...known,
    name: place.name,
    ...endingFields(result.ending),
    ...at,
  });
}
