/** What was said is found, whichever engine keeps it. */
import type { EventDraft } from '@toolthread/core';
import { foldListed, newListedThread, saidBetween } from '@toolthread/core/summary';
import { lowered, type Said, wordsPattern } from '@toolthread/core/lines';
import { arbitraryHistory } from '@toolthread/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Ledger } from '../../src/ledger.ts';
import type { SaidAsked } from '../../src/search/search-said.ts';
import { changed, delta, message, newThread, type Open, readAll, start, unwrap } from './start.ts';

type Asked = Omit<SaidAsked, 'limit'>;

/** All places, by a few at a time. */
export async function placesFound(ledger: Ledger, asked: Asked): Promise<readonly string[]> {
  const places: string[] = [];
  for (let before: number | undefined; ;) {
    const { found, next } = unwrap(await ledger.search({ ...asked, limit: 7, before }));
    places.push(...found.map((one) => placeName(one.thread, one)));
    if (next === undefined) return places.sort();
    before = next;
  }
}

function placeName(thread: string, { place, version }: Pick<Said, 'place' | 'version'>): string {
  return version === undefined ? `${thread} ${place}` : `${thread} ${place} of version ${version}`;
}

/** The same by a look at every event of these threads. */
async function placesByLooking(ledger: Ledger, threads: readonly string[], asked: Asked): Promise<readonly string[]> {
  const places: string[] = [];
  for (const thread of threads) {
    const events = await readAll(ledger, thread);
    const steps = saidBetween(newListedThread(thread), events.reduce(foldListed, newListedThread(thread)));
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    for (const one of step.value.said) if (isAsked(one, asked)) places.push(placeName(thread, one));
  }
  return places.sort();
}

function isAsked(said: Said, { words, tool, outcome, author, since, until }: Asked): boolean {
  const has = (name: string | undefined, part: string | undefined): boolean =>
    part === undefined || (name !== undefined && lowered(name).includes(lowered(part)));
  return (
    words.every((word) => wordsPattern(word).test(said.text)) &&
    has(said.tool, tool) &&
    (outcome === undefined || said.outcome === outcome) &&
    has(said.author, author) &&
    (since === undefined || said.at >= since) &&
    (until === undefined || (said.at > 0 && said.at < until))
  );
}

const WORDS = [
  'look',
  'two three',
  'ONE',
  'tool',
  'word word',
  'a.ts',
  'path',
  'be',
  '🔧 </t',
  "it's",
  'a\\b',
  '100%_',
];

const anyAsked: fc.Arbitrary<Asked> = fc.record(
  {
    words: fc.subarray(WORDS, { maxLength: 2 }),
    tool: fc.constantFrom('search', 'SAVE', 'shell_', 'a b/c'),
    outcome: fc.constantFrom('done', 'failed', 'denied', 'interrupted'),
    author: fc.constantFrom('you', 'coder'),
    since: fc.constant(1_700_000_000_400),
    until: fc.constant(1_700_000_000_900),
  },
  { requiredKeys: ['words'] },
);

function draftsOf(history: Iterable<object>): EventDraft[] {
  const drafts: EventDraft[] = JSON.parse(JSON.stringify([...history]));
  // The first is that of `createThread`.
  return drafts.slice(1);
}

function call(name: string, result: string, outcome: 'done' | 'failed' = 'done', scope = {}): EventDraft[] {
  return [
    { type: 'agent.step.started', step: 1, ...scope },
    { type: 'agent.tool.called', step: 1, part: 0, call: 'c1', name, arguments: '{"path":"src/Parser.ts"}', ...scope },
    { type: 'agent.tool.completed', step: 1, call: 'c1', outcome, parts: [{ type: 'text', text: result }], ...scope },
    { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls', ...scope },
  ];
}

export function searchContract(open: Open): void {
  const found = (ledger: Ledger, ...words: string[]): Promise<readonly string[]> => placesFound(ledger, { words });

  describe('a search over all threads', () => {
    test('finds what a look at every event finds: in any histories, in any pieces, after purges and deletions', async () => {
      const { ledger, thread: first } = await start(open);
      const threads = [first];
      const pieces = fc.array(fc.integer({ min: 1, max: 9 }));
      const numbers = fc.tuple(fc.nat(), fc.nat(9));
      await fc.assert(
        fc.asyncProperty(arbitraryHistory(), pieces, numbers, anyAsked, async (history, sizes, [at, what], asked) => {
          const thread = await newThread(ledger, { title: 'Look at it' });
          threads.push(thread);
          const run = unwrap(await ledger.claimRun(thread, 'run'));
          const drafts = draftsOf(history);
          for (const size of [...sizes, drafts.length]) await ledger.append(thread, drafts.splice(0, size), { run });
          const { length } = await readAll(ledger, thread);
          if (what < 3) unwrap(await ledger.purge(thread, 1 + (at % length), { purged: 'x', by: 'y' }));
          if (what === 3) unwrap(await ledger.deleteThread(threads.splice(at % threads.length, 1)[0] ?? ''));
          if (what > 6) unwrap(await ledger.append(thread, [{ type: 'thread.rewound', to: at % length }]));
          for (const one of [asked, { words: asked.words }])
            expect(await placesFound(ledger, one)).toEqual(await placesByLooking(ledger, threads, one));
        }),
        { seed: 14, numRuns: 25 },
      );
    });

    test('what is found says where it stands, who says it, and the words around', async () => {
      const { ledger, thread, clock } = await start(open);
      unwrap(
        await ledger.append(thread, [message('Who uses the\nPärser?'), ...call('run_shell', 'exit code 1', 'failed')]),
      );
      clock.now = 2000;
      unwrap(await ledger.append(thread, [message('later')]));
      const ask = async (asked: Asked): Promise<unknown> => unwrap(await ledger.search({ ...asked, limit: 9 })).found;
      expect(await ask({ words: ['the pÄRSER'] })).toEqual([
        { thread, place: '0', whose: 'you', author: 'you', at: 1000, around: 'Who uses the Pärser?', marks: [[9, 19]] },
      ]);
      expect(await ask({ words: ['parser', 'exit code'], tool: 'SHELL', outcome: 'failed' })).toMatchObject([
        { thread, whose: 'run_shell', tool: 'run_shell', outcome: 'failed' },
      ]);
      expect(await ask({ words: ['exit'], outcome: 'done' })).toEqual([]);
      expect(await ask({ words: [], since: 1500 })).toMatchObject([{ around: 'later' }]);
      expect(await ask({ words: ['a thread'] })).toMatchObject([{ place: 'title', whose: 'title' }]);
      unwrap(await ledger.append(thread, [{ type: 'agent.chosen', agent: 'demo' }]));
      expect(await ask({ words: ['later'], agent: 'Dem' })).toHaveLength(1);
      expect(await ask({ words: ['later'], agent: 'team', defaultAgent: 'team' })).toEqual([]);
      expect(await ask({ words: ['later'], agent: 'Toolthread' })).toHaveLength(1);
    });

    test('a stream is found when it has ended, and costs nothing before', async () => {
      const { ledger, thread } = await start(open);
      const begun: EventDraft[] = [
        message('Go'),
        { type: 'agent.status', status: 'running' },
        { type: 'agent.step.started', step: 1 },
      ];
      unwrap(await ledger.append(thread, [...begun, delta(0, 'The linter')]));
      unwrap(await ledger.append(thread, [delta(10, ' uses it.')]));
      expect(await found(ledger, 'linter')).toEqual([]);
      unwrap(await ledger.append(thread, [{ type: 'agent.step.completed', step: 1, finish_reason: 'stop' }]));
      expect(await found(ledger, 'linter uses')).toHaveLength(1);
    });

    test('what was taken back, changed, withheld or put into the bin is not found', async () => {
      const { ledger, thread } = await start(open);
      unwrap(await ledger.append(thread, [message('first words'), message('second words')]));
      unwrap(await ledger.append(thread, [changed(2, 'other words'), changed(3, '')]));
      expect([await found(ledger, 'first'), await found(ledger, 'second')]).toEqual([[], []]);
      expect(await found(ledger, 'other')).toHaveLength(1);
      const scope = { scope: 'agent:a' };
      const opened: EventDraft = { type: 'scope.opened', ...scope, kind: 'member', name: 'A', show_tool_calls: false };
      unwrap(await ledger.append(thread, [opened, ...call('run_shell', 'withheld result', 'done', scope)]));
      expect(await found(ledger, 'withheld')).toEqual([]);
      unwrap(await ledger.append(thread, [{ type: 'thread.placed', place: 'archive' }]));
      expect(await found(ledger, 'other')).toHaveLength(1);
      unwrap(await ledger.append(thread, [{ type: 'thread.placed', place: 'bin' }]));
      expect(await found(ledger, 'other')).toEqual([]);
    });

    test('what a rewind took back is found in the version that has it, and what a purge takes there is not', async () => {
      const { ledger, thread } = await start(open);
      unwrap(await ledger.append(thread, [message('kept words'), message('first attempt')]));
      unwrap(await ledger.append(thread, [{ type: 'thread.rewound', to: 2 }, message('second attempt')]));
      expect(await found(ledger, 'attempt')).toEqual([`${thread} 1`, `${thread} 1 of version 3`]);
      // Also where a later rewind takes back the rewind.
      unwrap(await ledger.append(thread, [{ type: 'thread.rewound', to: 1 }, message('third attempt')]));
      expect(await found(ledger, 'attempt')).toEqual([
        `${thread} 0`,
        `${thread} 1 of version 3`,
        `${thread} 1 of version 5`,
      ]);
      expect(await found(ledger, 'kept')).toEqual([`${thread} 0 of version 5`]);
      unwrap(await ledger.purge(thread, 3, { purged: 'a secret', by: 'y' }));
      expect(await found(ledger, 'first attempt')).toEqual([]);
      expect(await found(ledger, 'second attempt')).toEqual([`${thread} 1 of version 5`]);
    });

    test('nobody finds what another said; who is gone finds nothing', async () => {
      const { ledger } = await start(open);
      const { accounts, roles } = ledger.people;
      for (const name of ['Ada', 'Bob']) unwrap(await accounts.add(name, 'p'));
      const [created] = unwrap(await ledger.createThread({}, { owner: 'Ada' }));
      const thread = created?.thread ?? '';
      unwrap(await ledger.append(thread, [message('for Ada')]));
      const of = (person: string): Promise<readonly string[]> => placesFound(ledger, { words: ['for ada'], person });
      expect([await of('Ada'), await of('Bob'), await of('Eve')]).toEqual([[`${thread} 0`], [], []]);
      unwrap(await roles.give(thread, 'Bob', 'read'));
      expect(await of('Bob')).toHaveLength(1);
      unwrap(await accounts.remove('Bob', 'stay'));
      expect(await of('Bob')).toEqual([]);
      expect(await of('Ada')).toHaveLength(1);
    });

    test('what was refused is not found; a deleted thread is not, from that moment on', async () => {
      const { ledger, thread } = await start(open);
      const bad: EventDraft = JSON.parse('{"type":"no event"}');
      expect((await ledger.append(thread, [message('refused words'), bad])).ok).toBe(false);
      expect(await found(ledger, 'refused')).toEqual([]);
      unwrap(await ledger.append(thread, [message('kept words')]));
      const deleting = ledger.deleteThread(thread);
      await deleting;
      expect(await found(ledger, 'kept words')).toEqual([]);
    });

    test('what a purge leaves is found, however much was said before', async () => {
      const { ledger, thread } = await start(open);
      unwrap(await ledger.append(thread, [message('goes'), message('x'.repeat(30_000)), message('stays')]));
      unwrap(await ledger.purge(thread, 2, { purged: 'a secret', by: 'y' }));
      expect(await found(ledger, 'goes')).toEqual([]);
      for (const word of ['xxx', 'stays', 'a secret']) expect(await found(ledger, word)).toHaveLength(1);
      unwrap(await ledger.append(thread, [message('afterwards')]));
      expect(await found(ledger, 'afterwards')).toHaveLength(1);
    });

    test('words are found in texts of any length and of any letters', async () => {
      const { ledger, thread } = await start(open);
      const long = `${'x'.repeat(150_000)} needle`;
      const strange = Array.from({ length: 90_000 }, (_, n) =>
        String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000)),
      ).join('');
      unwrap(
        await ledger.append(thread, [message(long), message(`${strange} nadel`), message("\0 it's a\\b \ud83d 100%_")]),
      );
      for (const word of ['needle', 'nadel', strange.slice(500, 507), "it's", 'a\\b', '100%_'])
        expect(await found(ledger, word)).toHaveLength(1);
    });
  });
}
