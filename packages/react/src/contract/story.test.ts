import { timeline } from '@toolthread/core';
import type { Message } from '@toolthread/core/contract';
import { contractStory } from '@toolthread/core/testing';
import type { StoryEvent, StoryTurn } from '@toolthread/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brokenLaws } from '../../test/contract-story-laws.ts';
import type { Heard } from '../../test/contract-story-laws.ts';
import { heardOnTheWay, onTheWay } from '../../test/on-the-way.ts';
import type { OnTheWay } from '../../test/on-the-way.ts';
import { ContractFeed } from './contract-feed.ts';

const ways = fc.array(onTheWay, { minLength: 3, maxLength: 3 });
const WHOLE: OnTheWay = { how: 'whole', at: 0, count: 1 };

function heard(turn: StoryTurn, way: OnTheWay = WHOLE): readonly StoryEvent[] {
  // Where runs have no names of their own, it is their starts that tell them apart.
  return heardOnTheWay(turn.live, way, (place) => (turn.how.runs === 'own' ? joinPlace(turn, place) : 0));
}

/** Who comes while calls run whose ids are not those of the messages cannot know whose results come next. */
function joinPlace({ live, how }: StoryTurn, place: number): number {
  const count = (type: string, to: number): number => live.slice(0, to).filter((event) => event.type === type).length;
  let found = place;
  while (how.ids !== 'same' && count('agent.tool.started', found) !== count('agent.tool.completed', found)) found += 1;
  return found;
}

/** On a new page, and on one that saw each event come; what is stored after a question comes once its run is over. */
function expectLaws(told: readonly Heard[]): void {
  const history = told.flatMap(({ stored }) => stored);
  const events = told.flatMap(({ live }) => live);
  const mounted = new ContractFeed();
  let [messages, sofar]: [readonly Message[], readonly StoryEvent[]] = [[], []];
  for (const { stored, live } of told) {
    messages = [...messages, ...stored.slice(0, 1)];
    for (const event of live) {
      sofar = [...sofar, event];
      mounted.thread(messages, sofar);
    }
    messages = [...messages, ...stored.slice(1)];
    mounted.thread(messages, sofar);
  }
  expect(brokenLaws(new ContractFeed().thread(history, events), told)).toEqual([]);
  expect(brokenLaws(mounted.thread(history, events), told)).toEqual([]);
}

/** All of the same ten seconds has one time, without a fraction. */
function coarse({ stored, live, ...turn }: StoryTurn): StoryTurn {
  const timed = (timestamp: string): string => timestamp.replace(/\d\.000Z$/, '0Z');
  return {
    ...turn,
    stored: stored.map((message) => ({ ...message, timestamp: timed(message.timestamp) })),
    live: live.map((event) => ({ ...event, timestamp: timed(event.timestamp ?? '') })),
  };
}

const parts = fc.array(fc.record({ stored: fc.nat(8), live: fc.nat(40) }), { minLength: 3, maxLength: 3 });
const ALL = { stored: 99, live: 99 };

describe('[seed 001] a story of a foreign back end: each call once with its own result, each turn under its question, in order, at rest', () => {
  test('all is stored, and the events came doubled, replayed, swapped, cut, or from the middle on', () => {
    fc.assert(
      fc.property(contractStory({ isTimed: true }), ways, (turns, how) =>
        expectLaws(turns.map((turn, index) => ({ turn, stored: turn.stored, live: heard(turn, how[index]) }))),
      ),
      { numRuns: 60 },
    );
  });

  test('all is stored, and the events, which were cut, have no times', () => {
    fc.assert(
      fc.property(contractStory({ isTimed: false, runs: 'own' }), parts, (turns, counts) =>
        expectLaws(
          turns.map((turn, index) => ({ turn, stored: turn.stored, live: turn.live.slice(0, counts[index]?.live) })),
        ),
      ),
      { numRuns: 40 },
    );
  });

  test('any part of each turn is stored, and the events came on any way', () => {
    fc.assert(
      fc.property(contractStory({ isTimed: true, runs: 'own' }), parts, ways, (turns, counts, how) =>
        expectLaws(
          turns.map((turn, index) => {
            const { stored, live } = counts[index] ?? ALL;
            // Cut first: of calls whose ids are not those of the messages, a result without its start is nobody's.
            const cut = { ...turn, live: turn.live.slice(0, live) };
            return { turn, stored: turn.stored.slice(0, stored + 1), live: heard(cut, how[index]) };
          }),
        ),
      ),
      { numRuns: 60 },
    );
  });

  test('a turn of which nothing is stored, not even its question, while a later one is', () => {
    fc.assert(
      fc.property(
        contractStory({ isTimed: true, runs: 'own', idsComeAgain: false }),
        fc.nat(2),
        parts,
        (turns, missing, counts) =>
          expectLaws(
            turns.map((turn, index) => {
              const isMissing = index === missing && index < turns.length - 1;
              return {
                turn,
                stored: isMissing ? [] : turn.stored.slice(0, (counts[index] ?? ALL).stored + 1),
                live: turn.live,
              };
            }),
          ),
      ),
      { numRuns: 40 },
    );
  });

  test('the clock tells tens of seconds, and messages and events come by and by', () => {
    fc.assert(
      fc.property(
        contractStory({ isTimed: true, runs: 'own' }),
        fc.array(parts, { minLength: 1, maxLength: 4 }),
        (story, moments) => {
          const turns = story.map(coarse);
          const mounted = new ContractFeed();
          let most = turns.map(() => ({ stored: 0, live: 0 }));
          for (const moment of moments) {
            most = most.map((each, index) => {
              const { stored, live } = moment[index] ?? ALL;
              return { stored: Math.max(each.stored, stored), live: Math.max(each.live, live) };
            });
            const told = turns.map((turn, index) => {
              const { stored, live } = most[index] ?? ALL;
              return { turn, stored: turn.stored.slice(0, stored + 1), live: turn.live.slice(0, live) };
            });
            for (const feed of [mounted, new ContractFeed()]) {
              const thread = feed.thread(
                told.flatMap(({ stored }) => stored),
                told.flatMap(({ live }) => live),
              );
              expect(brokenLaws(thread, told)).toEqual([]);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('two turns fail with the same words, which only their events tell', () => {
    const at = (second: number): string => new Date(Date.UTC(2026, 0, 16, 10, 5, second)).toISOString();
    const turn = (number: number): { readonly stored: readonly Message[]; readonly live: readonly object[] } => {
      const event = (second: number, type: string, payload: object): object => {
        return { type, execution_id: `e${number}`, timestamp: at(number * 10 + second), payload };
      };
      const message = (second: number, role: Message['role'], content: string): Message => {
        return { id: `${role}${number}`, role, content, timestamp: at(number * 10 + second) };
      };
      return {
        stored: [message(0, 'user', `Question ${number}`), message(4, 'assistant', 'Three.')],
        live: [
          event(1, 'agent.status', { status: 'processing' }),
          event(2, 'agent.stream.chunk', { content: 'Three.', chunk_index: 0 }),
          event(5, 'agent.status', { status: 'failed', error_message: 'Quota spent' }),
        ],
      };
    };
    const turns = [turn(1), turn(2), turn(3)];
    const thread = new ContractFeed().thread(
      turns.flatMap(({ stored }) => stored),
      turns.flatMap(({ live }) => live),
    );
    const kinds = Array.from(timeline(thread).items, ({ kind }) => kind);
    expect(kinds.filter((kind) => kind !== 'gone')).toEqual(turns.flatMap(() => ['message', 'answer', 'status']));
  });
});
