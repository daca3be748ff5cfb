/** Cuts are made of events: none outlives what it was made of. */
import { describe, expect, test } from 'vitest';
import { message, type Open, start, unwrap } from './start.ts';

export function cutsContract(open: Open): void {
  describe('cuts of a thread', () => {
    const cut = (seq: number): { seq: number; body: string } => ({ seq, body: `{"at":${seq}}` });

    test('the newest one up to an event is found, also after a restart, until it is dropped', async () => {
      const { ledger, thread, reopen } = await start(open);
      const purges = unwrap(await ledger.cuts.purges(thread));
      for (const seq of [10, 20, 30]) unwrap(await ledger.cuts.keep(thread, cut(seq), purges));
      unwrap(await ledger.cuts.drop(thread, 20));
      const again = await reopen();
      const found = await Promise.all([9, 10, 19, 99].map((upTo) => again.cuts.newest(thread, upTo)));
      expect(found.map(unwrap)).toEqual([undefined, cut(10), cut(10), cut(20)]);
    });

    test('a purge takes those after it, and none is kept that was made before it', async () => {
      const { ledger, thread } = await start(open);
      unwrap(await ledger.append(thread, [message('a secret'), message('and more')]));
      const purges = unwrap(await ledger.cuts.purges(thread));
      for (const seq of [1, 2, 3]) unwrap(await ledger.cuts.keep(thread, cut(seq), purges));
      unwrap(await ledger.purge(thread, 2, { purged: 'a secret', by: '@human' }));
      unwrap(await ledger.cuts.keep(thread, cut(3), purges));
      expect(unwrap(await ledger.cuts.newest(thread, 99))).toEqual(cut(1));
    });

    test('they go with their thread', async () => {
      const { ledger, thread } = await start(open);
      const purges = unwrap(await ledger.cuts.purges(thread));
      unwrap(await ledger.cuts.keep(thread, cut(1), purges));
      unwrap(await ledger.deleteThread(thread));
      expect(unwrap(await ledger.cuts.newest(thread, 99))).toBeUndefined();
      expect(await ledger.cuts.purges(thread)).toMatchObject({ ok: false, error: { code: 'no_such_thread' } });
      unwrap(await ledger.cuts.keep(thread, cut(1), purges));
      expect(unwrap(await ledger.cuts.newest(thread, 99))).toBeUndefined();
    });
  });
}
