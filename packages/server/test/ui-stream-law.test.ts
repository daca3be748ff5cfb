/**
 * The law of bridges, judged by the AI SDK's own state machine: whatever of a thread a page has read along, and wherever it was cut off,
 * it has what a page has that loads the thread.
 */
import { arbitraryHistory, goldenNames, readGolden } from '@toolthread/core/testing';
import { foldAll, type LedgerEvent } from '@toolthread/core';
import { toUiMessages, type UiMessage, uiReplyId } from '@toolthread/core/adapters';
import { readUIMessageStream, type UIMessage, type UIMessageChunk, validateUIMessages } from 'ai';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as sdk6 from 'ai6';
import type { ShownLedger } from '../src/events/shown-ledger.ts';
import type { FrameWriter } from '../src/events/stream-frames.ts';
import { chatFrames } from '../src/routes/chat/chat-frames.ts';
import { forSdk6 } from '../src/routes/chat/for-sdk-6.ts';
import { findSaid, hasRested, lastSaid } from '../src/routes/chat/chat-place.ts';
import { goneBetween } from '../src/routes/chat/gone-between.ts';
import { agentHistory } from './agent-history.ts';
import { unwrap } from './start-server.ts';

interface Reply {
  readonly chunks: readonly UIMessageChunk[];
  /** What came with each event. */
  readonly bySeq: readonly { readonly seq: number; readonly chunks: readonly UIMessageChunk[] }[];
}

/** A reply of a thread, the last one if nobody says, as the server streams it to a page that has all up to `after`. */
async function replyIn(
  events: readonly LedgerEvent[],
  after = 0,
  shape = (writer: FrameWriter): FrameWriter => writer,
  said = lastSaid(foldAll(events)),
): Promise<Reply | undefined> {
  if (said === undefined) return undefined;
  const { message, since } = said;
  const from = foldAll(events.slice(0, since));
  const shown: Pick<ShownLedger, 'read'> = {
    read: async (_, range) => ({ ok: true, value: events.slice(range.after, range.after + range.limit) }),
  };
  const isGone = unwrap(await goneBetween(shown, from, events.length));
  const place = { message: message.seq, since, after: Math.max(after, since), rested: since };
  const writer = shape(chatFrames(from, place, isGone));
  const bySeq = events.slice(since).map((event) => ({
    seq: event.seq,
    chunks: [...writer.take(event)].map(({ data }): UIMessageChunk => JSON.parse(JSON.stringify(data))),
  }));
  return { chunks: bySeq.flatMap(({ chunks }) => chunks), bySeq };
}

/** What the stock client makes of them, from nothing or from what it has. */
async function stock(chunks: readonly UIMessageChunk[], message?: UIMessage): Promise<UIMessage | undefined> {
  const errors: unknown[] = [];
  let last = message;
  const given = message === undefined ? {} : { message: structuredClone(message) };
  const stream = ReadableStream.from(structuredClone(chunks));
  for await (const each of readUIMessageStream({ stream, ...given, onError: (error) => void errors.push(error) }))
    last = each;
  expect(errors).toEqual([]);
  return last === undefined ? undefined : JSON.parse(JSON.stringify(last));
}

function loaded(events: readonly LedgerEvent[]): UiMessage | undefined {
  const last = toUiMessages(foldAll(events)).at(-1);
  return last?.role === 'assistant' ? JSON.parse(JSON.stringify(last)) : undefined;
}

async function expectLaw(events: readonly LedgerEvent[]): Promise<void> {
  for (let upTo = 1; upTo <= events.length; upTo += 1) {
    const here = events.slice(0, upTo);
    const load = loaded(here);
    if (load === undefined) continue;
    // Told all of it again, as after a cut.
    expect([upTo, await stock((await replyIn(here))?.chunks ?? [])]).toEqual([upTo, load]);
  }
}

/** Each reply, also where a person spoke again before it had ended. */
async function expectEach(events: readonly LedgerEvent[]): Promise<void> {
  const state = foldAll(events);
  for (const message of toUiMessages(state)) {
    const said = findSaid(state, (each) => uiReplyId(each.message) === message.id);
    if (said === undefined) continue;
    const told = await stock((await replyIn(events, 0, undefined, said))?.chunks ?? []);
    expect(told).toEqual(JSON.parse(JSON.stringify(message)));
  }
}

/** Where nobody was at work a stream has ended, and the page goes on with its message: it is told the rest alone. */
async function expectGoingOn(events: readonly LedgerEvent[]): Promise<void> {
  const whole = await replyIn(events);
  const said = lastSaid(foldAll(events));
  if (whole === undefined || said === undefined) return;
  const uncut = await stock(whole.chunks);
  for (const { seq } of whole.bySeq) {
    const then = foldAll(events.slice(0, seq));
    if (lastSaid(then)?.message.seq !== said.message.seq || !hasRested(then, said.since)) continue;
    const rest = await replyIn(events, seq);
    const had = whole.bySeq.filter((each) => each.seq <= seq).flatMap(({ chunks }) => chunks);
    expect([seq, await stock(rest?.chunks ?? [], await stock(had))]).toEqual([seq, uncut]);
  }
}

/** Several agents at once: a page that reads along has their parts in the order in which they came, one that loads has them by step. */
const AT_ONCE = ['same-id-in-two-scopes', 'team-of-three-with-consensus'];

test.each(goldenNames.filter((name) => !AT_ONCE.includes(name)))('[L1] cut, resumed and loaded: %s', async (name) => {
  await expectLaw(readGolden(name));
  for (let upTo = 1; upTo <= readGolden(name).length; upTo += 1) await expectEach(readGolden(name).slice(0, upTo));
  await expectGoingOn(readGolden(name));
});

test('[L1] whatever an agent does: cut anywhere, resumed and loaded, a page has the same', async () => {
  await fc.assert(fc.asyncProperty(agentHistory, expectLaw), { numRuns: 25 });
});

test('[L1] whatever an agent does, and whoever speaks meanwhile: each answer is told to its own end', async () => {
  const cut = fc.tuple(agentHistory, fc.double({ min: 0, max: 1, noNaN: true }));
  const whole = ([events, part]: [LedgerEvent[], number]): Promise<void> =>
    expectEach(events.slice(0, Math.ceil(events.length * part)));
  await fc.assert(fc.asyncProperty(cut, whole), { numRuns: 100 });
});

test('[L1] whatever an agent does: a page that goes on with a message has what one has that was never cut', async () => {
  await fc.assert(fc.asyncProperty(agentHistory, expectGoingOn), { numRuns: 25 });
});

test('whatever stands in a ledger, the stock client reads it', async () => {
  const history = fc.oneof(arbitraryHistory({ maxLength: 40 }), agentHistory);
  const read = async (events: readonly LedgerEvent[]): Promise<unknown> => stock((await replyIn(events))?.chunks ?? []);
  await fc.assert(
    fc.asyncProperty(history, async (events) => void (await read(events))),
    { numRuns: 25 },
  );
});

/** An approval that nobody decided, of a call that is over: the SDK has no word for it. */
const UNDECIDED = ['call-lost-at-the-end', 'stop-during-approval'];

test.each(goldenNames.filter((name) => !UNDECIDED.includes(name)))(
  'other servers of the AI SDK take the messages: %s',
  async (name) => {
    const messages: unknown = JSON.parse(JSON.stringify(toUiMessages(foldAll(readGolden(name)))));
    await expect(validateUIMessages({ messages })).resolves.toHaveLength(Array.isArray(messages) ? messages.length : 0);
  },
);

/** What a stock client of AI SDK 6 has in the end: what it does not know ends its stream with an error. */
async function stock6(events: readonly LedgerEvent[]): Promise<readonly unknown[]> {
  const chunks = (await replyIn(events, 0, forSdk6))?.chunks ?? [];
  const body = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
  const transport = new sdk6.DefaultChatTransport({ fetch: async () => new Response(body) });
  const stream = await transport.reconnectToStream({ chatId: 't' });
  if (stream === null) return [];
  const errors: unknown[] = [];
  let last: sdk6.UIMessage | undefined;
  for await (const each of sdk6.readUIMessageStream({ stream, onError: (error) => void errors.push(error) }))
    last = each;
  expect(errors).toEqual([]);
  return (last?.parts ?? []).map((part) => (sdk6.isToolUIPart(part) ? [part.toolCallId, part.state] : part.type));
}

test.each(goldenNames.filter((name) => !AT_ONCE.includes(name)))(
  '[12.4] AI SDK 6 reads the reply: %s',
  async (name) => {
    const events = readGolden(name);
    const seen = await stock6(events);
    const load = (loaded(events)?.parts ?? []).map((part) => {
      return part.type === 'dynamic-tool' ? [part['toolCallId'], part['state']] : part.type;
    });
    // What was discarded or told otherwise stays in such a page until it is loaded again: no call is lost, and none looks otherwise.
    expect(seen).toEqual(expect.arrayContaining(load));
  },
);

test('[12.4] whatever an agent does, AI SDK 6 reads the reply', async () => {
  await fc.assert(
    fc.asyncProperty(agentHistory, async (events) => void (await stock6(events))),
    { numRuns: 25 },
  );
});
