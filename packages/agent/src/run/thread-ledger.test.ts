import { emptyThread, LEDGER_VERSION } from '@toolthread/core';
import type { EventDraft, LedgerEvent } from '@toolthread/core';
import { expect, test } from 'vitest';
import { ThreadLedger } from './thread-ledger.ts';

const rename = (title: string): EventDraft => ({ type: 'thread.renamed', title });

/** A ledger whose answers the test gives. */
class Scripted {
  readonly batches: (readonly EventDraft[])[] = [];
  readonly seen: LedgerEvent[] = [];
  readonly lost: unknown[] = [];
  #seq = 0;
  #answer: { resolve: (events: readonly LedgerEvent[]) => void; reject: (reason: unknown) => void }[] = [];

  readonly ledger: ThreadLedger = new ThreadLedger(emptyThread('t'), (drafts) => {
    this.batches.push(drafts);
    return new Promise((resolve, reject) => this.#answer.push({ resolve, reject }));
  });

  constructor() {
    this.ledger.subscribe({
      onEvent: (event) => void this.seen.push(event),
      onFailure: (reason) => void this.lost.push(reason),
    });
  }

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
  const scripted = new Scripted();
  const written = ['a', 'b', 'c'].map((title) => scripted.ledger.write([rename(title)]));
  expect(scripted.batches).toEqual([[rename('a')]]);
  await scripted.answer();
  expect(scripted.batches[1]).toEqual([rename('b'), rename('c')]);
  expect(scripted.ledger.state.title).toBe('a');
  await scripted.answer();
  await Promise.all(written);
  expect(scripted.ledger.state.title).toBe('c');
  expect(scripted.seen).toHaveLength(3);
});

test('nothing is written before it is durable, and nobody is told that it is', async () => {
  const scripted = new Scripted();
  let done = false;
  void scripted.ledger.write([rename('a')]).then(() => {
    done = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect([done, scripted.ledger.state.seq]).toEqual([false, 0]);
  await scripted.answer();
  expect([done, scripted.ledger.state.seq]).toEqual([true, 1]);
});

test('[L6] once the ledger is lost, all that waits fails, and nothing is ever sent again', async () => {
  const scripted = new Scripted();
  const written = ['a', 'b'].map((title) => scripted.ledger.write([rename(title)]).catch((reason: unknown) => reason));
  await scripted.refuse('stale');
  expect(await Promise.all(written)).toEqual(['stale', 'stale']);
  await expect(scripted.ledger.write([rename('c')])).rejects.toBe('stale');
  expect(scripted.batches).toHaveLength(1);
  expect(scripted.lost).toEqual(['stale']);
});
