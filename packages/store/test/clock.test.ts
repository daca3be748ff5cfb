import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { threadOf, timeline } from '@toolthread/core';
import { openLedger } from '@toolthread/store';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { unwrap } from './contract/start.ts';

const DAY = 24 * 60 * 60 * 1000;

test('[B.6 11] the clock jumps a day forward and back: events keep their order, and so does what is seen of them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-clock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let now = 10 * DAY;
  const ledger = unwrap(await openLedger({ file: join(folder, 'ledger.db'), now: () => now }));
  onTestFinished(() => ledger.close());
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(-DAY, -1, 0, 1, DAY), { minLength: 2, maxLength: 12 }), async (jumps) => {
      const thread = unwrap(await ledger.createThread({}))[0]?.thread ?? '';
      const said = jumps.map((_, n) => `word ${n}`);
      for (const [n, jump] of jumps.entries()) {
        now += jump;
        const parts = [{ type: 'text', text: said[n] ?? '' } as const];
        unwrap(await ledger.append(thread, [{ type: 'message.posted', author: '@human', parts, delivery: 'now' }]));
      }
      const events = unwrap(await ledger.read(thread, { after: 0, limit: 100 }));
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, n) => n + 1));
      const half = Math.floor(events.length / 2);
      expect(unwrap(await ledger.read(thread, { after: half, limit: 100 }))).toEqual(events.slice(half));
      const folded = threadOf(events);
      expect(folded.state.anomalies.count).toBe(0);
      const seen = JSON.stringify(timeline(folded).items.toArray()).match(/word \d+/g);
      expect([...new Set(seen)]).toEqual(said);
      expect(unwrap(await ledger.thread(thread))).toMatchObject({ seq: events.length, updatedAt: now });
    }),
    { numRuns: 30 },
  );
});
