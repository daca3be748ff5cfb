import { emptyThread, LEDGER_VERSION } from '@toolthread/core';
import type { EventDraft, LedgerEvent } from '@toolthread/core';
import { expect, test } from 'vitest';
import { ThreadLedger } from './thread-ledger.ts';

const rename = (title: string): EventDraft => ({ type: 'thread.renamed', title });

/** A ledger whose answers the test gives. */
class Desk {
  readonly batches: (readonly EventDraft[])[] = [];
  readonly seen: LedgerEvent[] = [];
  readonly lost: unknown[] = [];
  #seq = 0;
  #answer: { resolve: (events: readonly LedgerEvent[]) => void; reject: (reason: unknown) => void }[] = [];

  readonly journal: ThreadLedger = new ThreadLedger(
    emptyThread('t'),
    (drafts) => {
      this.batches.push(drafts);
      return new Promise((resolve, reject) => this.#answer.push({ resolve, reject }));
    },
    { seen: (event) => void this.seen.push(event), lost: (reason) => void this.lost.push(reason) },
  );

  async answer(): Promise<void> {
    const drafts = this.batches[this.batches.length - this.#answer.length] ?? [];
    const events = drafts.map((draft): LedgerEvent => {
      this.#seq += 1;
      return { v: LEDGER_VERSION, thread: 't', seq: this.#seq, at: 0, ...draft };
    });
    this.#answer.shift()?.resolve(events);
    await new Promise((done) => setImmediate(done));
  }

  async refuse(reason: unknown): Promise<void> {
    this.#answer.shift()?.reject(reason);
    await new Promise((done) => setImmediate(done));
  }
}

test('writes that come while one is under way go together after it, in order', async () => {
  const desk = new Desk();
  const written = ['a', 'b', 'c'].map((title) => desk.journal.write([rename(title)]));
  expect(desk.batches).toEqual([[rename('a')]]);
  await desk.answer();
  expect(desk.batches[1]).toEqual([rename('b'), rename('c')]);
  expect(desk.journal.state.title).toBe('a');
  await desk.answer();
  await Promise.all(written);
  expect(desk.journal.state.title).toBe('c');
  expect(desk.seen).toHaveLength(3);
});

test('nothing is written before it is durable, and nobody is told that it is', async () => {
  const desk = new Desk();
  let done = false;
  void desk.journal.write([rename('a')]).then(() => {
    done = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect([done, desk.journal.state.seq]).toEqual([false, 0]);
  await desk.answer();
  expect([done, desk.journal.state.seq]).toEqual([true, 1]);
});

test('[L6] once the ledger is lost, all that waits fails, and nothing is ever sent again', async () => {
  const desk = new Desk();
  const written = ['a', 'b'].map((title) => desk.journal.write([rename(title)]).catch((reason: unknown) => reason));
  await desk.refuse('stale');
  expect(await Promise.all(written)).toEqual(['stale', 'stale']);
  await expect(desk.journal.write([rename('c')])).rejects.toBe('stale');
  expect(desk.batches).toHaveLength(1);
  expect(desk.lost).toEqual(['stale']);
});
