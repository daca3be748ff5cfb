/**
 * The law of bridges, judged by the AI SDK's own state machine: whatever of a thread a page has read along, and wherever it was cut off,
 * it has what a page has that loads the thread.
 */
import { arbitraryHistory, goldenNames, readGolden } from '@toolthread/core/testing';
import { foldAll, type LedgerEvent } from '@toolthread/core';
import { toUiMessages, type UiMessage } from '@toolthread/core/adapters';
import { readUIMessageStream, type UIMessage, type UIMessageChunk, validateUIMessages } from 'ai';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ShownLedger } from '../src/events/shown-ledger.ts';
import { chatFrames } from '../src/routes/chat/chat-frames.ts';
import { hasRested, lastSaid } from '../src/routes/chat/chat-place.ts';
import { goneBetween } from '../src/routes/chat/gone-between.ts';
import { agentHistory } from './agent-history.ts';
import { unwrap } from './start-server.ts';

interface Reply {
  readonly chunks: readonly UIMessageChunk[];
  /** What came with each event. */
  readonly bySeq: readonly { readonly seq: number; readonly chunks: readonly UIMessageChunk[] }[];
}

/** The last reply of a thread, as the server streams it to a page that has all up to `after`. */
async function replyIn(events: readonly LedgerEvent[], after = 0): Promise<Reply | undefined> {
  const said = lastSaid(foldAll(events));
  if (said === undefined) return undefined;
  const { message, since } = said;
  const from = foldAll(events.slice(0, since));
  const shown: Pick<ShownLedger, 'read'> = {
    read: async (_, range) => ({ ok: true, value: events.slice(range.after, range.after + range.limit) }),
  };
  const isGone = unwrap(await goneBetween(shown, from, events.length));
  const writer = chatFrames(
    from,
    { message: message.seq, since, after: Math.max(after, since), rested: since },
    isGone,
  );
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
  await expectGoingOn(readGolden(name));
});

test('[L1] whatever an agent does: cut anywhere, resumed and loaded, a page has the same', async () => {
  await fc.assert(fc.asyncProperty(agentHistory, expectLaw), { numRuns: 25 });
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
