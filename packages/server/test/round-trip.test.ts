/** A thread that leaves as a foreign stream and is read back has the timeline that it had; or a list says what the protocol cannot carry. */
import { emptyThread, fold, foldOnto, type LedgerEvent, threadOf, type ThreadState, timeline } from '@toolthread/core';
import { isPersonsWord } from '@toolthread/core/queries';
import { agUiReader, aiSdkReader, appendDrafts, toAgUiMessages } from '@toolthread/core/adapters';
import { linesOf } from '@toolthread/core/lines';
import { goldenNames, readGolden } from '@toolthread/core/testing';
import { expect, test } from 'vitest';
import type { FrameWriter } from '../src/events/stream-frames.ts';
import { agUiFrames } from '../src/routes/ag-ui/ag-ui-frames.ts';
import { chatFrames } from '../src/routes/chat/chat-frames.ts';
import { hasRested } from '../src/routes/chat/chat-place.ts';

function seen(events: readonly LedgerEvent[]): string[] {
  const lines = [...linesOf(timeline(threadOf(events)).items, 'whole')];
  const texts = lines.map(({ spans }) => spans.map(({ text }) => text).join(''));
  // When a stop was asked for is not carried, only when it was heard: times to a tenth of a second.
  return texts.map((text) => text.replace(/\b(\d+)ms\b/g, (_, ms: string) => `${(Number(ms) / 1000).toFixed(1)}s`));
}

const lastFrames = (writer: FrameWriter): unknown[] =>
  [...(writer.end() ?? [])].flatMap((told) => (told === 'done' ? [] : [plain(told.data)]));
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** All runs of the thread, each until it rests, as clients ask for them. */
function toldAgUi(events: readonly LedgerEvent[]): unknown[] {
  let state = emptyThread(events[0]?.thread ?? '');
  let since = 0;
  const ask = (): FrameWriter => {
    const messages = toAgUiMessages(state).map((message) => ({ ...message }));
    return agUiFrames(
      state,
      { rested: since, late: [] },
      { threadId: 't', runId: `run-${since}`, messages, protocolVersion: '1.0' },
    );
  };
  const told: unknown[] = [];
  let writer: FrameWriter | undefined;
  for (const event of events) {
    if (writer === undefined) {
      writer = ask();
      told.push(...[...(writer.begin?.() ?? [])].flatMap((frame) => (frame === 'turn' ? [] : [frame.data])));
    }
    told.push(...[...writer.take(event)].map(({ data }) => data));
    ({ state } = fold(state, event));
    if (!hasRested(state, since)) continue;
    told.push(...lastFrames(writer));
    since = event.seq;
    writer = undefined;
  }
  return told;
}

function backFromAgUi(events: readonly LedgerEvent[]): LedgerEvent[] {
  const reader = agUiReader();
  return written(toldAgUi(events).map((event) => reader.push(plain(event))));
}

function written(pushed: readonly (readonly Parameters<typeof appendDrafts>[1][number][])[]): LedgerEvent[] {
  let state = emptyThread('back');
  return pushed.flatMap((drafts) => {
    const events = appendDrafts(state, drafts, state.at);
    state = foldOnto(state, events);
    return events;
  });
}

/** What people say, and each reply, until it rests. */
function backFromUi(events: readonly LedgerEvent[]): LedgerEvent[] {
  const reader = aiSdkReader();
  let state: ThreadState = emptyThread(events[0]?.thread ?? '');
  let place = { message: 0, since: 0, after: 0, rested: 0 };
  let writer: FrameWriter | undefined;
  const pushed: (readonly Parameters<typeof appendDrafts>[1][number][])[] = [];
  const read = (chunks: readonly unknown[], at: number): void => {
    for (const chunk of chunks) pushed.push(reader.push(plain(chunk)).map((draft) => ({ at, ...draft })));
  };
  for (const event of events) {
    if (event.type === 'message.posted' && isPersonsWord(event)) {
      ({ state } = fold(state, event));
      const { v: _v, thread: _t, seq, ...draft } = event;
      pushed.push([draft]);
      place = { message: seq, since: seq, after: seq, rested: seq };
      writer = undefined;
      continue;
    }
    writer ??= chatFrames(state, place, () => false);
    read(
      [...writer.take(event)].map(({ data }) => data),
      event.at,
    );
    ({ state } = fold(state, event));
    if (!hasRested(state, place.rested)) continue;
    read(lastFrames(writer), event.at);
    pushed.push(reader.end());
    place = { ...place, rested: event.seq };
    writer = undefined;
  }
  return written(pushed);
}

/** What neither has a word for. */
const AG_UI_CANNOT: ReadonlyMap<string, string> = new Map([
  ['call-lost-at-the-end', 'that a thread was closed'],
  ['child-run', 'what a child run says and does'],
  ['compaction', 'that the context was compacted'],
  ['length-cut', 'arguments that were cut off before they were a call'],
  ['purged-message', 'what was removed'],
  ['queued-messages', 'a message that was changed: the client gets all of them anew'],
  ['result-before-call', 'a result without its call'],
  ['retry-two-of-three', 'how many attempts a call took'],
  ['rewind-edit-and-resend', 'a rewind: the client gets all messages anew'],
  ['same-id-in-two-scopes', 'who of several agents calls'],
  ['steps-limit-continuation', 'why a run was ended'],
  ['stop-between-steps', 'why a run goes on, and why it was ended'],
  ['stop-during-tool', 'what an interrupted call had printed, but while it ran'],
  ['team-of-three-with-consensus', 'who of several agents calls'],
  ['tour', 'what a child run says and does'],
  ['wait-before-the-next-attempt', 'the wait before the next attempt of a step'],
  ['workspace-changed-and-undone', 'what changed in the workspace'],
]);
const UI_CANNOT: ReadonlyMap<string, string> = new Map([
  ...AG_UI_CANNOT,
  ['rest-taken-back', 'an end that is taken back: the client gets all messages anew'],
  ['steer-during-tool', 'what an earlier reply does after the person spoke again'],
]);

for (const [protocol, back, cannot] of [
  ['AG-UI', backFromAgUi, AG_UI_CANNOT],
  ['the UI message stream', backFromUi, UI_CANNOT],
] as const) {
  test.each(goldenNames.filter((name) => !cannot.has(name)))(
    `read back, ${protocol} gives the timeline that it was made of: %s`,
    (name) => {
      const events = readGolden(name);
      expect(seen(back(events))).toEqual(seen(events));
    },
  );

  test.each([...cannot])(`${protocol}: of %s it cannot carry %s`, (name) => {
    const events = readGolden(name);
    expect(seen(back(events))).not.toEqual(seen(events));
  });
}
