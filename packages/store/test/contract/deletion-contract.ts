/** A thread that is deleted is gone, and nothing else is. */
import type { EventDraft, ThreadState } from '@toolthread/core';
import { describe, expect, test } from 'vitest';
import type { Ledger } from '../../src/ledger.ts';
import { bytesOf, countTurns, message, newThread, type Open, readAll, resultIn, start, unwrap } from './start.ts';

export function deletionContract(open: Open): void {
  test('[L3] [issue 14] a purge takes words, and nothing else: what had ended has ended so, what was settled is settled', async () => {
    const { ledger, thread } = await start(open);
    const words = 'correct horse';
    const parts = [{ type: 'text', text: words }] as const;
    const error = { message: words };
    const drafts: readonly EventDraft[] = [
      message('hello'),
      { type: 'agent.status', status: 'running', run: 'r' },
      { type: 'agent.step.started', step: 1 },
      { type: 'agent.tool.called', step: 1, part: 0, call: 'a', name: 'x', arguments: '{}' },
      { type: 'agent.tool.called', step: 1, part: 1, call: 'b', name: 'x', arguments: '{}' },
      { type: 'request.opened', request: 'q', kind: 'question', call: 'b' },
      { type: 'request.resolved', request: 'q', decision: 'answered', reason: words },
      { type: 'agent.tool.completed', step: 1, call: 'a', outcome: 'done', parts, structured: words, duration_ms: 7 },
      { type: 'agent.tool.completed', step: 1, call: 'b', outcome: 'failed', error },
      { type: 'agent.step.completed', step: 1, finish_reason: 'error', error },
      { type: 'agent.status', status: 'failed', run: 'r', error_message: words },
    ];
    const written = unwrap(await ledger.append(thread, drafts));
    const told = (state: ThreadState): unknown => ({
      calls: [...state.calls.byPlace.entries()].map(
        ([
          ,
          {
            state: { name, ...how },
          },
        ]) => [name, 'result' in how ? [how.result.outcome, how.result.durationMs] : undefined],
      ),
      requests: [...state.requests.entries()].map(([, { settled }]) => settled?.decision),
      statuses: [...state.scopes.entries()].map(([, { status }]) => status),
      open: state.openSteps.size,
    });
    const before = told(unwrap(await ledger.state(thread)));
    const holding = written.filter((event) => JSON.stringify(event).includes(words));
    expect(holding).toHaveLength(5);
    for (const { seq } of holding) unwrap(await ledger.purge(thread, seq, { purged: 'a secret', by: 'me' }));
    expect(told(unwrap(await ledger.state(thread)))).toEqual(before);
    const left = await readAll(ledger, thread);
    expect(JSON.stringify(left)).not.toContain(words);
    expect(left.filter((event) => JSON.stringify(event).includes('Removed by me: a secret'))).toHaveLength(5);
    expect(unwrap(await ledger.listUnfinished())).toEqual([]);
  });

  describe('deletion of a thread', () => {
    test('nothing of it is there any more, in any way to ask, also after a restart', async () => {
      const { ledger, thread, reopen } = await start(open);
      const opened = { type: 'scope.opened', scope: 'agent:coder', kind: 'member', name: 'coder' } as const;
      const asked = { type: 'request.opened', request: 'r1', kind: 'question', expires_at: 5000 } as const;
      unwrap(await ledger.append(thread, [message('hello', 'once'), opened, asked]));
      expect(await ledger.deleteThread(thread)).toEqual({ ok: true, value: undefined });
      for (const reopened of [async () => ledger, reopen]) {
        const now = await reopened();
        const gone = { ok: false, error: { code: 'no_such_thread' } };
        expect(await now.thread(thread)).toMatchObject(gone);
        expect(await now.state(thread)).toMatchObject(gone);
        expect(await now.shown(thread)).toMatchObject(gone);
        expect(await now.read(thread, { after: 0, limit: 10 })).toMatchObject(gone);
        expect(await now.append(thread, [message('again', 'once')])).toMatchObject(gone);
        expect(await now.claimRun(thread, 'run')).toMatchObject(gone);
        expect(await now.deleteThread(thread)).toMatchObject(gone);
        expect(unwrap(await now.scopes(thread, 0))).toEqual([]);
        expect(unwrap(await now.listThreads({ limit: 10 }))).toEqual([]);
        expect(unwrap(await now.listUnfinished())).toEqual([]);
        expect(unwrap(await now.nextExpiry(0))).toBeUndefined();
      }
    });

    test('[issue 13] a thread may be made under a name of its own, once; after a deletion again, with nothing of the first one', async () => {
      const { ledger } = await start(open);
      const place = { id: 'session-5f0c-1', at: 7 };
      expect(unwrap(await ledger.createThread({ title: 'x' }, place))).toMatchObject([
        { thread: place.id, seq: 1, at: 7 },
      ]);
      unwrap(await ledger.append(place.id, [message('hello', 'once')]));
      const again = await ledger.createThread({ title: 'y' }, place);
      expect(again).toMatchObject({ ok: false, error: { code: 'seq_conflict' } });
      expect(await readAll(ledger, place.id)).toHaveLength(2);
      unwrap(await ledger.deleteThread(place.id));
      unwrap(await ledger.createThread({}, place));
      expect(await readAll(ledger, place.id)).toHaveLength(1);
    });

    test('blobs go with their last thread, and not before', async () => {
      const { ledger, thread } = await start(open);
      const other = await newThread(ledger);
      const [own, shared, nobodys] = unwrap(await ledger.putBlobs(['own', 'shared', 'nobodys'].map(bytesOf)));
      for (const hash of [own, shared])
        unwrap(await ledger.append(thread, [resultIn(hash ?? ''), resultIn(hash ?? '')]));
      unwrap(await ledger.append(other, [resultIn(shared ?? '')]));
      unwrap(await ledger.deleteThread(thread));
      expect(await ledger.getBlob(own ?? '')).toMatchObject({ error: { code: 'no_such_blob' } });
      expect(unwrap(await ledger.blobUses(own ?? ''))).toEqual([]);
      expect(unwrap(await ledger.blobUses(shared ?? ''))).toMatchObject([{ thread: other }]);
      expect(unwrap(await ledger.getBlob(shared ?? ''))).toHaveLength(6);
      // What no event names yet may be named by the next one.
      expect(unwrap(await ledger.getBlob(nobodys ?? ''))).toHaveLength(7);
      unwrap(await ledger.deleteThread(other));
      expect(await ledger.getBlob(shared ?? '')).toMatchObject({ error: { code: 'no_such_blob' } });
    });

    test('what somebody has put is there for their event, whichever thread is deleted before it comes', async () => {
      const { ledger, thread, clock } = await start(open);
      const other = await newThread(ledger);
      const [late, never] = ['late', 'never'].map(bytesOf);
      const puts = [late, never, late].flatMap((content) => content ?? []);
      const [first = '', second = ''] = unwrap(await ledger.putBlobs(puts));
      unwrap(await ledger.append(other, [resultIn(first), resultIn(second)]));
      // Again, by whoever writes to the first thread.
      unwrap(await ledger.putBlobs(puts));
      unwrap(await ledger.deleteThread(other));
      unwrap(await ledger.append(thread, [resultIn(first)]));
      expect(unwrap(await ledger.getBlob(first))).toHaveLength(4);
      expect(unwrap(await ledger.blobUses(first))).toEqual([{ thread, seq: 2 }]);
      // Nobody is waited for longer than ten minutes.
      clock.now += 600_000;
      const third = await newThread(ledger);
      unwrap(await ledger.append(third, [resultIn(second)]));
      unwrap(await ledger.deleteThread(third));
      expect(await ledger.getBlob(second)).toMatchObject({ error: { code: 'no_such_blob' } });
    });

    test('beside the deletion of the thread that has the blob, an event names it or is refused', async () => {
      const { ledger, thread } = await start(open);
      for (const first of ['append', 'delete'] as const) {
        const other = await newThread(ledger);
        const hash = unwrap(await ledger.putBlob(bytesOf(first)));
        unwrap(await ledger.append(other, [resultIn(hash)]));
        const append = (): Promise<unknown> => ledger.append(thread, [resultIn(hash)]);
        const remove = (): Promise<unknown> => ledger.deleteThread(other);
        await Promise.all(first === 'append' ? [append(), remove()] : [remove(), append()]);
        const named = unwrap(await ledger.blobUses(hash)).map((use) => use.thread);
        expect(named).toEqual((await ledger.getBlob(hash)).ok ? [thread] : []);
      }
    });

    test('other threads are as they were', async () => {
      const { ledger, thread } = await start(open);
      const other = await newThread(ledger, { title: 'Other' });
      unwrap(await ledger.append(other, [message('stays', 'once')]));
      unwrap(await ledger.append(thread, [message('goes', 'once')]));
      const before = [await readAll(ledger, other), unwrap(await ledger.thread(other))];
      unwrap(await ledger.deleteThread(thread));
      expect([await readAll(ledger, other), unwrap(await ledger.thread(other))]).toEqual(before);
      expect(unwrap(await ledger.append(other, [message('stays', 'once')]))).toHaveLength(1);
    });

    test('of a long one all goes, while others are heard; who writes meanwhile is told that it is gone', async () => {
      const { ledger, thread } = await start(open);
      const other = await newThread(ledger);
      unwrap(
        await ledger.append(
          thread,
          Array.from({ length: 1300 }, (_, i) => message(`${i}`)),
        ),
      );
      const turns = countTurns();
      const [deleted, late, elsewhere] = await Promise.all([
        ledger.deleteThread(thread),
        ledger.append(thread, [message('late')]),
        ledger.append(other, [message('heard')]),
      ]);
      expect(turns()).toBeGreaterThan(1);
      expect([deleted.ok, elsewhere.ok]).toEqual([true, true]);
      expect(late).toMatchObject({ ok: false, error: { code: 'no_such_thread' } });
      expect(await ledger.read(thread, { after: 1299, limit: 1 })).toMatchObject({ error: { code: 'no_such_thread' } });
    });

    test('[M3] of large pictures and texts a million bytes go at once, then others are heard', async () => {
      const { ledger, thread } = await start(open);
      for (let n = 0; n < 8; n += 1) {
        const hash = unwrap(await ledger.putBlob(bytesOf(`${n}`.padEnd(1_000_000))));
        unwrap(await ledger.append(thread, [resultIn(hash), message(`${n}`.padEnd(1_000_000))]));
      }
      const turns = countTurns();
      unwrap(await ledger.deleteThread(thread));
      expect(turns()).toBeGreaterThanOrEqual(14);
    });

    test('[M3] who writes to another thread is answered before all of a large one is removed', async () => {
      const { ledger } = await start(open);
      const other = await newThread(ledger);
      const isHeardFirst = async (): Promise<boolean> => {
        const thread = await newThread(ledger);
        for (let n = 0; n < 16; n += 1) {
          const hash = unwrap(await ledger.putBlob(bytesOf(`${n}`.padEnd(1_000_000))));
          unwrap(await ledger.append(thread, [resultIn(hash)]));
        }
        const order: string[] = [];
        const deleted = ledger.deleteThread(thread).then(() => order.push('deleted'));
        const said = ledger.append(other, [message('heard')]).then(() => order.push('heard'));
        await Promise.all([deleted, said]);
        return order[0] === 'heard';
      };
      // A disk may be busy for longer than a removal takes. Whoever had to wait for it would come second each time.
      let wasFirst = false;
      for (let tries = 0; tries < 10 && !wasFirst; tries += 1) wasFirst = await isHeardFirst();
      expect(wasFirst).toBe(true);
    });

    test('the files of a saved tree are uses: another thread takes none of them along, and the last one takes all', async () => {
      const { ledger, thread, clock } = await start(open);
      const other = await newThread(ledger);
      const contents = ['both', 'tree only', 'large '.repeat(40_000)].map(bytesOf);
      const hashes = unwrap(await ledger.putBlobs(contents));
      const files = hashes.map((hash, n) => [`file ${n}`, hash]);
      const changed = hashes.map((after, n) => ({ path: `file ${n}`, after }));
      unwrap(await ledger.append(other, [{ type: 'workspace.changed', change: 'w', files: changed }]));
      const tree = unwrap(await ledger.putBlob(bytesOf(JSON.stringify({ files, left: [], marks: [] }))));
      unwrap(await ledger.append(thread, [{ type: 'workspace.saved', tree }]));
      // Nobody awaits them any more.
      clock.now += 48 * 3_600_000;
      unwrap(await ledger.deleteThread(other));
      unwrap(await ledger.putBlob(bytesOf('an hour later')));
      for (const [n, hash] of hashes.entries()) {
        expect(new Uint8Array(unwrap(await ledger.getBlob(hash)))).toEqual(contents[n]);
        expect(unwrap(await ledger.blobUses(hash))).toEqual([]);
      }
      unwrap(await ledger.deleteThread(thread));
      for (const hash of [...hashes, tree]) {
        expect(await ledger.getBlob(hash)).toMatchObject({ error: { code: 'no_such_blob' } });
      }
    });

    test.each(['', '[]', '{"files":[7,[],["a",8]]}', '{"files":{"length":-1}}', '{'])(
      'a tree that is none (%s) names nothing',
      async (text) => {
        const { ledger, thread } = await start(open);
        const tree = unwrap(await ledger.putBlob(bytesOf(text)));
        unwrap(await ledger.append(thread, [{ type: 'workspace.saved', tree }]));
        unwrap(await ledger.deleteThread(thread));
        expect((await ledger.getBlob(tree)).ok).toBe(false);
      },
    );

    test('what was put and never named goes after a day; what is awaited or named does not', async () => {
      const { ledger, thread, clock, reopen } = await start(open);
      const [never, named, again] = ['never '.repeat(40_000), 'named', 'again'].map(bytesOf);
      const put = async (content: Uint8Array = bytesOf('')): Promise<string> => unwrap(await ledger.putBlob(content));
      const hashes = { never: await put(never), named: await put(named), again: await put(again) };
      unwrap(await ledger.append(thread, [resultIn(hashes.named)]));
      const there = async (ledger: Ledger): Promise<readonly string[]> => {
        const found = await Promise.all(
          Object.entries(hashes).map(async ([name, hash]) => ({ name, blob: await ledger.getBlob(hash) })),
        );
        return found.filter(({ blob }) => blob.ok).map(({ name }) => name);
      };
      clock.now += 23 * 3_600_000;
      await put(again);
      clock.now += 3_600_000;
      // A put looks for old ones, and so does a start.
      await put(bytesOf('another'));
      await expect.poll(() => there(ledger)).toEqual(['named', 'again']);
      unwrap(await ledger.append(thread, [resultIn(hashes.again)]));
      expect(await ledger.append(thread, [resultIn(hashes.never)])).toMatchObject({ error: { code: 'no_such_blob' } });
      hashes.never = await put(never);
      clock.now += 24 * 3_600_000;
      const later = await reopen();
      await expect.poll(() => there(later)).toEqual(['named', 'again']);
    });

    test('an event that names a blob of yesterday while it is collected names it or is refused', async () => {
      const { ledger, thread, clock } = await start(open);
      for (const first of ['append', 'put'] as const) {
        const hash = unwrap(await ledger.putBlob(bytesOf(first)));
        clock.now += 25 * 3_600_000;
        const append = (): Promise<unknown> => ledger.append(thread, [resultIn(hash)]);
        const collect = (): Promise<unknown> => ledger.putBlob(bytesOf(`collects before ${first}`));
        await Promise.all(first === 'append' ? [append(), collect()] : [collect(), append()]);
        await expect
          .poll(async () => (await ledger.getBlob(hash)).ok)
          .toBe(unwrap(await ledger.blobUses(hash)).length === 1);
      }
    });
  });
}
