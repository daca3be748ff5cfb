/**
 * The law of bridges, judged by the stock clients of AG-UI: whatever of a thread a client has read along, and wherever it was cut off, it
 * has what a client has that loads the thread.
 */
import { emptyThread, foldOnto, type LedgerEvent, type ThreadState } from '@toolthread/core';
import { agUiInterrupts, agUiState, toAgUiMessages } from '@toolthread/core/adapters';
import { arbitraryHistory, goldenNames, readGolden } from '@toolthread/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agUiBody } from '../src/http/body/ag-ui-body.ts';
import { agUiFrames } from '../src/routes/ag-ui/ag-ui-frames.ts';
import { agentHistory } from './agent-history.ts';
import { newClient, quietly, type Version, versions } from './ag-ui-client.ts';

interface Had {
  readonly messages: readonly unknown[];
  readonly state: unknown;
}
const NOTHING: Had = { messages: [], state: {} };

/** What a client has after each of the events from `from` to `upTo`, of which it had `had` when it asked. */
async function read(
  version: Version,
  events: readonly LedgerEvent[],
  { from, upTo, had }: { readonly from: number; readonly upTo: number; readonly had: Had },
): Promise<ReadonlyMap<number, Had>> {
  const after = new Map<number, Had>();
  const answer = async (_: string, { body }: RequestInit): Promise<Response> => {
    const asked = agUiBody.schema.parse(JSON.parse(typeof body === 'string' ? body : ''));
    const writer = agUiFrames(stateAfter(events, from), { rested: 0, late: [] }, asked);
    const mark = (seq: number): string => frame({ type: 'CUSTOM', name: 'event', value: seq });
    const texts = [...(writer.begin?.() ?? [])].flatMap((told) => (told === 'turn' ? [] : frame(told.data)));
    texts.push(mark(from));
    for (const event of events.slice(from, upTo))
      texts.push(...[...writer.take(event)].map(({ data }) => frame(data)), mark(event.seq));
    texts.push(...[...(writer.end() ?? [])].flatMap((told) => (told === 'done' ? [] : frame(told.data))));
    return new Response(texts.join(''), { headers: { 'content-type': 'text/event-stream' } });
  };
  const client = newClient(version, { url: 'http://x/', threadId: 't', fetch: answer, ...had });
  await quietly(() =>
    client.runAgent(
      {},
      {
        onCustomEvent: ({ event, messages, state }: { event: { name: string; value: number } } & Had) => {
          if (event.name === 'event') after.set(event.value, JSON.parse(JSON.stringify({ messages, state })));
        },
      },
    ),
  );
  const rests = agUiInterrupts(stateAfter(events, upTo)).map(({ id }) => id);
  const pending = client.pendingInterrupts.map(({ id }) => id);
  expect(rests).toEqual(expect.arrayContaining(pending));
  return after;
}

const stateAfter = (events: readonly LedgerEvent[], upTo: number): ThreadState =>
  foldOnto(emptyThread(events[0]?.thread ?? 't'), events.slice(0, upTo));
const frame = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;

/** Reasoning that is gone leaves an activity behind in clients before 1.0, which is drawn nowhere. */
function shown({ messages, state }: Had): unknown {
  return { messages: messages.filter((message) => !JSON.stringify(message).includes('"toolthread.gone"')), state };
}

function loaded(events: readonly LedgerEvent[], upTo: number): Had {
  const state = stateAfter(events, upTo);
  return JSON.parse(JSON.stringify({ messages: toAgUiMessages(state), state: { toolthread: agUiState(state) } }));
}

/** How many events a client that was cut off reads along once it is back. */
const ALONG = 2;

async function expectLaw(version: Version, events: readonly LedgerEvent[]): Promise<void> {
  const loads = [0, ...events.map(({ seq }) => seq)].map((upTo) => loaded(events, upTo));
  const uncut = await read(version, events, { from: 0, upTo: events.length, had: NOTHING });
  for (const [seq, had] of uncut) expect([seq, shown(had)]).toEqual([seq, loads[seq]]);
  for (const [seq, had] of uncut) {
    // Where the older client was cut matters no more than where the newer one was.
    if (version === '0.0.59' && seq % 6 > 0) continue;
    // The thread may have gone on meanwhile.
    const from = Math.min(seq + (seq % 3), events.length);
    const upTo = Math.min(from + ALONG, events.length);
    const resumed = await read(version, events, { from, upTo, had });
    for (const [at, each] of resumed) expect([seq, at, shown(each)]).toEqual([seq, at, loads[at]]);
  }
}

/** Several agents at once: a client that reads along has their messages in the order in which they came, one that loads has them by step. */
const AT_ONCE = ['same-id-in-two-scopes', 'team-of-three-with-consensus'];

test.each(goldenNames.filter((name) => !AT_ONCE.includes(name)))(
  '[L1] AG-UI, cut, resumed and loaded: %s',
  async (name) => {
    for (const version of versions) await expectLaw(version, readGolden(name));
  },
);

/** What makes earlier messages others. */
function isTakenBack(event: LedgerEvent): boolean {
  if (event.type === 'agent.step.completed') return event.discarded === true;
  return event.type === 'thread.rewound' || event.type === 'message.changed';
}

test.each(goldenNames)('AG-UI: messages are told anew only where earlier ones are others now: %s', (name) => {
  const events = readGolden(name);
  const writer = agUiFrames(
    stateAfter(events, 0),
    { rested: 0, late: [] },
    { threadId: 't', runId: 'r', messages: [] },
  );
  const anew = events.filter((event) =>
    [...writer.take(event)].some(({ data }) => frame(data).includes('"MESSAGES_SNAPSHOT"')),
  );
  expect(anew.filter((event) => !isTakenBack(event))).toEqual([]);
});

test.each(versions)(
  '[L1] AG-UI %s, whatever an agent does: cut anywhere, resumed and loaded, a client has the same',
  async (version) => {
    await fc.assert(
      fc.asyncProperty(agentHistory, (events) => expectLaw(version, events)),
      { numRuns: version === '1.0.0' ? 8 : 6 },
    );
  },
);

test.each(versions)(
  'AG-UI %s: whatever stands in a ledger, the stock client reads it, and loads it',
  async (version) => {
    const history = fc.oneof(arbitraryHistory({ maxLength: 40 }), agentHistory);
    await fc.assert(
      fc.asyncProperty(history, async (events) => {
        const upTo = events.length;
        await read(version, events, { from: 0, upTo, had: NOTHING });
        const load = await read(version, events, { from: upTo, upTo, had: NOTHING });
        expect(load.get(upTo)).toEqual(loaded(events, upTo));
      }),
      { numRuns: 20 },
    );
  },
);
