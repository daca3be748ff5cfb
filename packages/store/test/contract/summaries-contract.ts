/** The list is the fold: whatever is appended, in whatever pieces, and whoever was here before. */
import { foldListed, isUnfinished, nearestExpiry, newListedThread, summaryOf } from '@toolthread/core/summary';
import type { EventDraft, LedgerEvent, ThreadState } from '@toolthread/core';
import type { ListedThread, Summary } from '@toolthread/core/summary';
import type { Json } from '@toolthread/core/json';
import { arbitraryHistory, goldenNames, readGolden } from '@toolthread/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blobsOf } from '../../src/events/blobs-of.ts';
import type { Ledger, RunClaim } from '../../src/ledger.ts';
import { message, newThread, type Open, readAll, start, unwrap } from './start.ts';

/** Appended once more, with the places that this ledger gives: the first event of a thread is there already. */
function draftsOf(events: readonly LedgerEvent[]): readonly EventDraft[] {
  return events.slice(1).map(({ v: _v, thread: _thread, seq: _seq, ...draft }) => draft);
}

/** The same drafts, whose blobs are there: each has its name in the golden ledger as its content. */
async function goldenDrafts(ledger: Ledger, name: string): Promise<readonly EventDraft[]> {
  const events = readGolden(name);
  let text = JSON.stringify(draftsOf(events));
  for (const blob of new Set(events.flatMap((event) => [...blobsOf(event)]))) {
    const hash = unwrap(await ledger.putBlob(new TextEncoder().encode(blob)));
    text = text.replaceAll(JSON.stringify(blob), JSON.stringify(hash));
  }
  return JSON.parse(text);
}

interface Said {
  readonly list: Summary & { readonly unfinished: boolean };
  readonly expiry: number | undefined;
  readonly state: string;
  readonly shown: string;
}

/** What the ledger says of the thread. */
async function saidOf(ledger: Ledger, thread: string): Promise<Said> {
  const {
    id: _,
    createdAt: _c,
    updatedAt: _u,
    seq: _s,
    damage: _d,
    title,
    status,
    workedMs = -1,
    approvals = -1,
    ...counts
  } = unwrap(await ledger.thread(thread));
  const known = { ...(title === undefined ? {} : { title }), ...(status === undefined ? {} : { status }) };
  const expiry = unwrap(await ledger.nextExpiry(0));
  return {
    list: { ...known, ...counts, workedMs, approvals },
    expiry: expiry?.threads.includes(thread) === true ? expiry.at : undefined,
    state: pictureOf(unwrap(await ledger.state(thread))),
    shown: pictureOf(unwrap(await ledger.shown(thread))),
  };
}

/** What its events say. */
async function foldOf(ledger: Ledger, thread: string): Promise<Said> {
  return saidBy((await readAll(ledger, thread)).reduce(foldListed, newListedThread(thread)));
}

/** The same each time it is asked; events are read and folded once. For threads in which nothing is purged. */
function foldAlong(ledger: Ledger, thread: string): () => Promise<Said> {
  let listed = newListedThread(thread);
  return async () => {
    for (;;) {
      const page = unwrap(await ledger.read(thread, { after: listed.state.seq, limit: 1000 }));
      if (page.length === 0) return saidBy(listed);
      listed = page.reduce(foldListed, listed);
    }
  };
}

function saidBy(listed: ListedThread): Said {
  return {
    list: { ...summaryOf(listed), unfinished: isUnfinished(listed, true) },
    expiry: nearestExpiry(listed),
    state: pictureOf(listed.state),
    shown: pictureOf(listed.shown),
  };
}

/** All but the checkpoints, each of which holds the whole of what was before. */
function pictureOf({ checkpoints, ...state }: ThreadState): string {
  return JSON.stringify([checkpoints.length, state]);
}

interface Claimed {
  readonly thread: string;
  readonly options: { readonly run: RunClaim };
}

/** A run may settle what is not open: golden ledgers and random ones do. */
async function claim(ledger: Ledger, thread?: string): Promise<Claimed> {
  const id = thread ?? (await newThread(ledger));
  return { thread: id, options: { run: unwrap(await ledger.claimRun(id, 'run')) } };
}

export function summariesContract(open: Open): void {
  describe('[L1] the list, the state and what is shown are what the events say', () => {
    test('at every prefix of every golden ledger, opened again in the middle', async () => {
      const { ledger: first, reopen } = await start(open);
      const goldens = await Promise.all(goldenNames.map((name) => goldenDrafts(first, name)));
      const threads: string[] = [];
      for (const drafts of goldens) {
        const { thread, options } = await claim(first);
        threads.push(thread);
        unwrap(await first.append(thread, drafts.slice(0, drafts.length / 2), options));
        expect(await saidOf(first, thread)).toEqual(await foldOf(first, thread));
      }
      const again = await reopen();
      for (const [index, drafts] of goldens.entries()) {
        const { thread, options } = await claim(again, threads[index]);
        const fold = foldAlong(again, thread);
        expect(await saidOf(again, thread)).toEqual(await fold());
        for (const draft of drafts.slice(drafts.length / 2)) {
          unwrap(await again.append(thread, [draft], options));
          expect(await saidOf(again, thread)).toEqual(await fold());
        }
      }
    });

    test('in any history, in any pieces', async () => {
      const { ledger } = await start(open);
      await fc.assert(
        fc.asyncProperty(arbitraryHistory(), fc.array(fc.integer({ min: 1, max: 9 })), async (history, pieces) => {
          const { thread, options } = await claim(ledger);
          const fold = foldAlong(ledger, thread);
          const drafts = [...draftsOf(history)];
          for (const size of [...pieces, drafts.length]) {
            // The same client id with other words is refused, with all that came along.
            await ledger.append(thread, drafts.splice(0, size), options);
            expect(await saidOf(ledger, thread)).toEqual(await fold());
          }
        }),
        { numRuns: 40 },
      );
    });

    test('after a purge of any event, and after what comes then', async () => {
      const { ledger } = await start(open);
      const drafts = await goldenDrafts(ledger, 'tour');
      for (let seq = 1; seq <= drafts.length; seq += 7) {
        const { thread, options } = await claim(ledger);
        unwrap(await ledger.append(thread, drafts.slice(0, -5), options));
        const [purged] = await Promise.all([
          ledger.purge(thread, Math.min(seq, drafts.length - 5), { purged: 'x', by: 'y' }),
          ledger.state(thread),
        ]);
        unwrap(purged);
        expect(await saidOf(ledger, thread)).toEqual(await foldOf(ledger, thread));
        unwrap(await ledger.append(thread, drafts.slice(-5), options));
        expect(await saidOf(ledger, thread)).toEqual(await foldOf(ledger, thread));
      }
    });

    test('what was refused has changed nothing', async () => {
      const { ledger } = await start(open);
      const { thread } = await claim(ledger);
      const deep: EventDraft = {
        type: 'agent.tool.completed',
        call: 'c',
        outcome: 'done',
        structured: nested(100_000),
      };
      expect(await ledger.append(thread, [{ type: 'thread.renamed', title: 'Never' }, deep])).toMatchObject({
        error: { code: 'unwritable_event' },
      });
      expect(await saidOf(ledger, thread)).toEqual(await foldOf(ledger, thread));
      unwrap(await ledger.append(thread, [message('one')]));
      expect(await saidOf(ledger, thread)).toEqual(await foldOf(ledger, thread));
      expect(unwrap(await ledger.thread(thread)).title).toBe('one');
    });

    test('[L2] a value that is no event is refused, and stops nobody', async () => {
      const { ledger, reopen } = await start(open);
      const { thread } = await claim(ledger);
      const unknown: EventDraft = JSON.parse('{"type":"thread.renamed","title":7}');
      expect(await ledger.append(thread, [message('one'), unknown])).toMatchObject({
        error: { code: 'unwritable_event' },
      });
      unwrap(await ledger.append(thread, [message('one')]));
      expect(await saidOf(ledger, thread)).toEqual(await foldOf(ledger, thread));
      const again = await reopen();
      expect(await saidOf(again, thread)).toEqual(await foldOf(again, thread));
      unwrap(await again.append(thread, [message('two')]));
      expect(await saidOf(again, thread)).toEqual(await foldOf(again, thread));
    });

    test('appends to a thread that is not folded yet come in the order in which they were asked for', async () => {
      const { ledger, reopen } = await start(open);
      const { thread } = await claim(ledger);
      unwrap(
        await ledger.append(
          thread,
          Array.from({ length: 1500 }, () => message('x')),
        ),
      );
      const again = await reopen();
      const asked = Array.from({ length: 30 }, (_, n) => again.append(thread, [message(`${n}`)]));
      const seqs = (await Promise.all(asked)).map((appended) => unwrap(appended)[0]?.seq);
      expect(seqs).toEqual(Array.from({ length: 30 }, (_, n) => 1502 + n));
      expect(await saidOf(again, thread)).toEqual(await foldOf(again, thread));
    });
  });
}

/** Too deep to be written. */
function nested(depth: number): Json {
  let value: Json = [];
  for (let n = 0; n < depth; n += 1) value = [value];
  return value;
}
