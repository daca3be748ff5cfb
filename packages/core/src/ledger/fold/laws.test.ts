import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeItems } from '../../../fixtures/describe-timeline.ts';
import { goldenNames, readGolden } from '../../../fixtures/golden.ts';
import { arbitraryHistory } from '../../../fixtures/random-history.ts';
import type { Entry, Item } from '../../timeline/item.ts';
import { callOf } from '../../timeline/place/open-group.ts';
import { foldThread, newThread, threadOf, timeline } from '../../timeline/timeline.ts';
import type { Thread } from '../../timeline/timeline.ts';
import { callStatus } from '../call.ts';
import type { Call, CallStatus } from '../call.ts';
import type { EventDraft, LedgerEvent } from '../ledger-event.ts';
import { fold } from './fold.ts';

const OF_PEOPLE: ReadonlySet<string> = new Set([
  'thread.renamed',
  'thread.placed',
  'agent.chosen',
  'thread.created',
  'workspace.changed',
]);

type Delta = Extract<LedgerEvent, { offset: number }>;

describe('[L1] one ledger, one view', () => {
  it.each(goldenNames)('reconnecting after any event gives the same timeline: %s', (name) => {
    const events = readGolden(name);
    const whole = plain(threadOf(events));
    for (let cut = 0; cut <= events.length; cut += 1) {
      const kept = threadOf(events.slice(0, cut));
      const before = JSON.stringify(plain(kept));
      // A client that reconnects is sent again what it had not acknowledged.
      const reconnected = events.slice(Math.max(0, cut - 3)).reduce(foldThread, cut === 0 ? newThread(name) : kept);
      expect(plain(reconnected)).toEqual(whole);
      expect(reconnected.state.anomalies.count).toBe(threadOf(events).state.anomalies.count);
      expect(JSON.stringify(plain(kept))).toBe(before);
    }
  });

  it.each(goldenNames)('splitting deltas changes nothing: %s', (name) => {
    const events = readGolden(name);
    const whole = plain(threadOf(events));
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat({ max: 6 })), (sizes) => {
        const split = renumber(events.map((event) => (isDelta(event) ? splitDelta(event, sizes) : [event])));
        expect(plain(threadOf(split))).toEqual(whole);
      }),
      { numRuns: 20 },
    );
  });

  it.each(goldenNames)('joining adjacent deltas changes nothing but the clock: %s', (name) => {
    const events = readGolden(name).map((event) => ({ ...event, at: 0 }));
    const whole = plain(threadOf(events));
    fc.assert(
      fc.property(fc.infiniteStream(fc.boolean()), (joins) => {
        expect(plain(threadOf(renumber(joinDeltas(events, joins))))).toEqual(whole);
      }),
      { numRuns: 20 },
    );
  });

  it('a session that rested and went on is as if it had not, whatever was told of its end', () => {
    fc.assert(
      fc.property(arbitraryHistory(), fc.nat(), (history, place) => {
        const events = renumber(history.map((event) => [event]));
        const cut = 1 + (place % events.length);
        const { thread = '', at = 0 } = events[cut - 1] ?? {};
        const envelope = { v: 1, thread, seq: 0, at } as const;
        const rested: LedgerEvent = { ...envelope, type: 'thread.rested' };
        const taken: LedgerEvent = { ...envelope, type: 'thread.rewound', to: cut, retold: true };
        // A person may have done something meanwhile, which stays.
        const end = events.slice(cut).filter(({ type }) => !OF_PEOPLE.has(type));
        const before = threadOf(events.slice(0, cut));
        const later = [rested, ...end, taken].map((event, index) => ({ ...event, seq: cut + 1 + index }));
        const after = threadOf([...events.slice(0, cut), ...later]);
        expect(plain(after)).toEqual(plain(before));
        const { seq: _seq, at: _at, checkpoints: _checkpoints, ...state } = before.state;
        expect(after.state).toMatchObject(state);
      }),
      { numRuns: 60 },
    );
  });

  it('nor in a random history, however its deltas are cut', () => {
    const sizes = fc.infiniteStream(fc.nat({ max: 30 }));
    fc.assert(
      fc.property(arbitraryHistory(), sizes, fc.infiniteStream(fc.boolean()), (history, cuts, joins) => {
        const events = renumber(history.map((event) => [{ ...event, at: 0 }]));
        const whole = plain(threadOf(events));
        const split = events.map((event) => (isDelta(event) ? splitDelta(event, cuts) : [event]));
        expect(plain(threadOf(renumber(split)))).toEqual(whole);
        expect(plain(threadOf(renumber(joinDeltas(events, joins))))).toEqual(whole);
      }),
      { numRuns: 200 },
    );
  });

  it('a rewind into the middle of deltas lands before them, joined or not', () => {
    const delta = { type: 'agent.tool.input.delta', step: 1, part: 0, name: 'search_files' } as const;
    const drafts: EventDraft[] = [
      { type: 'thread.created' },
      { type: 'agent.step.started', step: 1 },
      { ...delta, offset: 0, text: '' },
      { ...delta, offset: 0, text: '{}' },
      { type: 'message.posted', author: '@human', parts: [], delivery: 'now' },
      { type: 'thread.rewound', to: 3 },
    ];
    const events = drafts.map((draft, index): LedgerEvent => ({ ...draft, v: 1, thread: 't', seq: index + 1, at: 0 }));
    const joined = renumber(joinDeltas(events, forever(true)));
    expect(joined).toHaveLength(events.length - 1);
    expect(plain(threadOf(joined))).toEqual(plain(threadOf(events)));
  });

  it('some deltas are split and some are joined', () => {
    const events = readGolden('tour');
    const joined = renumber(joinDeltas(events, forever(true)));
    expect(joined.length).toBeLessThan(events.length - 5);
    const split = events.flatMap((event): LedgerEvent[] => (isDelta(event) ? splitDelta(event, forever(1)) : [event]));
    expect(split.length).toBeGreaterThan(events.length * 4);
  });

  it.each(goldenNames)('folding the same event twice changes nothing: %s', (name) => {
    let state = newThread(name);
    for (const event of readGolden(name)) {
      state = foldThread(state, event);
      expect(fold(state.state, event).state).toBe(state.state);
      expect(timeline(foldThread(state, event))).toBe(timeline(state));
    }
  });

  it.each(goldenNames)('an event that a writer wrote twice changes no view: %s', (name) => {
    const events = readGolden(name);
    const whole = plain(threadOf(events));
    for (const [index, event] of events.entries()) {
      if (!isIdempotent(event)) continue;
      const twice = events.map((each, other) => (other === index ? [each, each] : [each]));
      expect(plain(threadOf(renumber(twice)))).toEqual(whole);
    }
  });

  it.each(goldenNames)('a repeat that comes much later changes no view: %s', (name) => {
    const events = readGolden(name).filter((event) => event.type !== 'thread.rewound');
    const whole = plain(threadOf(renumber(events.map((event) => [event]))));
    for (const event of events) {
      if (!isIdempotent(event) || !('step' in event)) continue;
      const late = [...events.map((each) => [each]), [{ ...event, at: events.at(-1)!.at }]];
      expect(plain(threadOf(renumber(late)))).toEqual(whole);
    }
  });
});

const OPEN: readonly CallStatus[] = ['streaming', 'called', 'waiting', 'running', 'retrying'];

describe('[L3] status is recorded, never guessed', () => {
  it.each(goldenNames)('nothing looks unfinished in a closed thread, wherever it ended: %s', (name) => {
    const events = readGolden(name).filter((event) => event.type !== 'thread.closed');
    let state = newThread(name);
    for (const event of renumber(events.map((each) => [each]))) {
      state = foldThread(state, event);
      const closed = foldThread(state, {
        v: 1,
        thread: name,
        seq: state.state.seq + 1,
        at: state.state.at,
        type: 'thread.closed',
      });
      for (const item of allItems(timeline(closed).items)) {
        expect(item.kind).not.toBe('request');
        if (item.kind === 'answer') expect(item.state).not.toBe('streaming');
        if (item.kind === 'group')
          expect({ active: item.active, live: item.live }).toEqual({ active: false, live: '' });
      }
      for (const call of allCalls(closed)) expect(OPEN).not.toContain(callStatus(call));
    }
  });

  it.each(goldenNames)('only a closed thread loses a call: %s', (name) => {
    const events = readGolden(name);
    for (let cut = 1; cut <= events.length; cut += 1) {
      const state = threadOf(events.slice(0, cut));
      if (state.state.life === 'closed') continue;
      for (const call of allCalls(state)) expect(callStatus(call)).not.toBe('lost');
    }
  });

  it('a call has the outcome that was first recorded for it', () => {
    let compared = 0;
    for (const name of goldenNames) {
      const events = readGolden(name);
      const recorded = firstOutcomes(events);
      for (const call of allCalls(threadOf(events))) {
        const outcome = recorded.get(JSON.stringify([call.scope, call.step, call.id]));
        if (outcome === undefined) continue;
        expect([name, call.id, callStatus(call)]).toEqual([name, call.id, outcome]);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(60);
  });

  it.each(goldenNames)('a group counts each call under its own status, at every moment: %s', (name) => {
    let state = newThread(name);
    for (const event of readGolden(name)) {
      state = foldThread(state, event);
      for (const item of allItems(timeline(state).items)) {
        if (item.kind !== 'group') continue;
        const { calls, ...counts } = item.tally;
        const counted = Object.fromEntries(Object.keys(counts).map((status) => [status, 0]));
        const own = [...item.entries].flatMap((entry) => callOf(entry) ?? []);
        for (const call of own) counted[callStatus(call)]! += 1;
        expect(counts).toEqual(counted);
        expect(calls).toBe(own.length);
      }
    }
  });
});

function firstOutcomes(events: readonly LedgerEvent[]): Map<string, CallStatus> {
  const recorded = new Map<string, CallStatus>();
  for (const event of events) {
    if (event.type !== 'agent.tool.completed' || event.call === undefined || event.step === undefined) continue;
    const key = JSON.stringify([event.scope, event.step, event.call]);
    if (!recorded.has(key)) recorded.set(key, event.outcome);
  }
  return recorded;
}

/** The timeline as plain data: what it is made of must not matter, nor how the events were numbered. */
function plain(state: Thread): unknown {
  return toPlain({ items: timeline(state).items, described: describeItems(timeline(state).items) });
}

function toPlain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isIterable(value)) return Array.from(value, toPlain);
  const named = Object.entries(value).filter(([key]) => key !== 'seq');
  return Object.fromEntries(named.map(([key, inner]) => [key, toPlain(inner)]));
}

function isIterable(value: object): value is Iterable<unknown> {
  return Symbol.iterator in value;
}

function isDelta(event: LedgerEvent): event is Delta {
  return 'offset' in event;
}

function splitDelta(delta: Delta, sizes: Iterator<number>): Delta[] {
  const pieces: Delta[] = [];
  for (let start = 0; start < delta.text.length || start === 0;) {
    const end = Math.min(delta.text.length, start + 1 + (sizes.next().value ?? 0));
    pieces.push({ ...delta, offset: delta.offset + start, text: delta.text.slice(start, end) });
    start = Math.max(end, start + 1);
  }
  return pieces;
}

function joinDeltas(events: readonly LedgerEvent[], joins: Iterator<boolean>): LedgerEvent[][] {
  const joined: LedgerEvent[][] = [];
  let previous: Delta | undefined;
  for (const event of events) {
    const adjoins = isDelta(event) && previous !== undefined && addressOf(event) === addressOf(previous);
    if (adjoins && previous!.offset + previous!.text.length === event.offset && joins.next().value === true) {
      previous = { ...previous!, text: previous!.text + event.text };
      // The joined event is where the last of them stood: a rewind to an earlier one lands before all of them.
      joined[joined.length - 1] = [];
      joined.push([previous]);
      continue;
    }
    previous = isDelta(event) ? event : undefined;
    joined.push([event]);
  }
  return joined;
}

function addressOf(delta: Delta): string {
  const { type, scope, step } = delta;
  return JSON.stringify([type, scope, step, 'part' in delta ? delta.part : delta.call]);
}

/** Dense numbers again; what names an event by its number names it by the new one. */
function renumber(groups: readonly (readonly LedgerEvent[])[]): LedgerEvent[] {
  const lastOf = [0];
  const events: LedgerEvent[] = [];
  for (const group of groups) {
    for (const event of group) {
      const seq = events.length + 1;
      if (event.type === 'thread.rewound') events.push({ ...event, seq, to: lastOf[event.to] ?? 0 });
      else if (event.type === 'message.changed')
        events.push({ ...event, seq, message: (lastOf[event.message - 1] ?? 0) + 1 });
      else events.push({ ...event, seq });
    }
    lastOf.push(events.length);
  }
  return events;
}

/** Events that say which step, part, call, request or scope they are about can be told from a second one of their kind. */
function isIdempotent(event: LedgerEvent): boolean {
  if (event.type === 'message.posted') return event.client_id !== undefined;
  if (event.type === 'agent.status') return event.status !== 'failed' && event.status !== 'cancelled';
  if (MEANT_BY_CALL.has(event.type)) return 'call' in event && event.call !== undefined;
  return !EACH_ANEW.has(event.type);
}

const MEANT_BY_CALL: ReadonlySet<string> = new Set<LedgerEvent['type']>([
  'agent.tool.called',
  'agent.tool.started',
  'agent.tool.retrying',
  'agent.tool.completed',
]);
const EACH_ANEW: ReadonlySet<string> = new Set<LedgerEvent['type']>([
  'message.changed',
  'agent.continuation',
  'context.compacted',
  'source.record',
  'event.purged',
]);

function* forever<T>(value: T): Generator<T> {
  for (;;) yield value;
}

function* allItems(items: Iterable<Item>): Generator<Item> {
  for (const item of items) {
    yield item;
    if (item.kind === 'section') yield* allItems(item.items);
    if (item.kind !== 'group') continue;
    for (const entry of item.entries) yield* childItems(entry);
  }
}

function* childItems(entry: Entry): Generator<Item> {
  if (entry.kind !== 'call') return;
  for (const child of entry.children) yield* allItems(child.items);
}

function* allCalls(state: Thread): Generator<Call> {
  for (const item of allItems(timeline(state).items)) {
    if (item.kind !== 'group') continue;
    for (const entry of item.entries) if (entry.kind === 'call') yield entry.call;
  }
}
