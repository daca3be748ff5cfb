/** Who may write what: messages once, the first answer, the newest run. */
import { type EventDraft, foldAll } from '@toolthread/core';
import { describe, expect, test } from 'vitest';
import { changed, delta, message, newThread, type Open, readAll, start, unwrap } from './start.ts';

export function writersContract(open: Open): void {
  describe('messages', () => {
    test('the same client id with the same words is one message, however often and however fast', async () => {
      const { ledger, thread } = await start(open);
      const results = await Promise.all(
        Array.from({ length: 100 }, () => ledger.append(thread, [message('hello', 'c1')])),
      );
      const seqs = new Set(results.map((result) => unwrap(result)[0]?.seq));
      expect([...seqs]).toEqual([2]);
      expect(await readAll(ledger, thread)).toHaveLength(2);
    });

    test('other words under a used client id are refused, and nothing changes', async () => {
      const { ledger, thread, reopen } = await start(open);
      unwrap(await ledger.append(thread, [message('hello', 'c1')]));
      const again = await reopen();
      const conflict = { ok: false, error: { code: 'message_conflict' } };
      expect(await again.append(thread, [message('bye', 'c1')])).toMatchObject(conflict);
      const inBatch = [message('one', 'c2'), message('two', 'c2')];
      expect(await again.append(thread, inBatch)).toMatchObject(conflict);
      expect(await readAll(again, thread)).toHaveLength(2);
      const other = await newThread(again);
      expect(unwrap(await again.append(other, [message('bye', 'c1')]))).toHaveLength(1);
    });
  });

  describe('an append that names the last event it knows', () => {
    test('of many at once one is written; the others are told where the thread ends', async () => {
      const { ledger, thread } = await start(open);
      const results = await Promise.all(
        ['a', 'b', 'c'].map((text) => ledger.append(thread, [message(text)], { after: 1 })),
      );
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      expect(results.filter(({ ok }) => !ok)).toMatchObject(
        Array.from({ length: 2 }, () => ({
          error: { code: 'seq_conflict', message: 'The thread ends at event 2, not at event 1.' },
        })),
      );
      expect(await readAll(ledger, thread)).toHaveLength(2);
      expect(await ledger.append(thread, [message('d')], { after: 3 })).toMatchObject({
        error: { code: 'seq_conflict' },
      });
      expect(unwrap(await ledger.append(thread, [message('d')], { after: 2 }))).toMatchObject([{ seq: 3 }]);
    });
  });

  describe('messages that were changed', () => {
    test('posting the first words again is still the same message; it says what was posted, not what became of it', async () => {
      const { ledger, thread, reopen } = await start(open);
      const [posted] = unwrap(await ledger.append(thread, [message('hello', 'c1')]));
      unwrap(await ledger.append(thread, [changed(2, 'bye')]));
      const again = await reopen();
      expect(unwrap(await again.append(thread, [message('hello', 'c1')]))).toEqual([posted]);
      expect(await again.append(thread, [message('bye', 'c1')])).toMatchObject({ error: { code: 'message_conflict' } });
      expect(await readAll(again, thread)).toHaveLength(3);
    });
  });

  describe('requests', () => {
    const opened: EventDraft[] = [
      { type: 'agent.step.started', step: 1 },
      { type: 'agent.tool.called', step: 1, part: 0, call: 'c1', name: 'ask', arguments: '{}' },
      { type: 'request.opened', request: 'r1', kind: 'question', call: 'c1', step: 1 },
    ];
    const answer = (text: string): EventDraft => ({
      type: 'request.resolved',
      request: 'r1',
      decision: 'answered',
      answers: [{ question: 'q', values: [text] }],
    });

    test('of many answers at once the first wins; the others are refused', async () => {
      const { ledger, thread } = await start(open);
      unwrap(await ledger.append(thread, opened));
      const results = await Promise.all(['a', 'b', 'c'].map((text) => ledger.append(thread, [answer(text)])));
      expect(results.map(({ ok }) => ok)).toEqual([true, false, false]);
      expect(results[1]).toMatchObject({ error: { code: 'request_not_open' } });
      expect(await readAll(ledger, thread)).toHaveLength(5);
    });

    test('an answer to a request that never was, or whose call has ended, is refused', async () => {
      const { ledger, thread } = await start(open);
      expect((await ledger.append(thread, [answer('a')])).ok).toBe(false);
      unwrap(await ledger.append(thread, opened));
      unwrap(
        await ledger.append(thread, [{ type: 'agent.tool.completed', step: 1, call: 'c1', outcome: 'interrupted' }]),
      );
      expect((await ledger.append(thread, [answer('a')])).ok).toBe(false);
    });

    test("a run's own settlement that comes too late is written, and changes nothing in the fold", async () => {
      const { ledger, thread } = await start(open);
      const run = unwrap(await ledger.claimRun(thread, 'run'));
      unwrap(await ledger.append(thread, opened, { run }));
      unwrap(await ledger.append(thread, [answer('a')]));
      const late: EventDraft = { type: 'request.resolved', request: 'r1', decision: 'withdrawn' };
      unwrap(await ledger.append(thread, [late], { run }));
      const state = foldAll(await readAll(ledger, thread));
      expect(state.requests.get('r1')?.settled?.decision).toBe('answered');
    });
  });

  describe('runs', () => {
    test('[L6] after another claim, a run can write nothing, not even after a restart', async () => {
      const { ledger, thread, reopen } = await start(open);
      const first = unwrap(await ledger.claimRun(thread, 'run-1'));
      expect(unwrap(await ledger.append(thread, [delta(0, 'a')], { run: first }))[0]).toMatchObject({ run: 'run-1' });
      const again = await reopen();
      const second = unwrap(await again.claimRun(thread, 'run-2'));
      expect(second.epoch).toBeGreaterThan(first.epoch);
      const stale = { ok: false, error: { code: 'stale_run' } };
      expect(await again.append(thread, [delta(1, 'b')], { run: first })).toMatchObject(stale);
      expect(await again.append(thread, [delta(1, 'b')], { run: { id: 'run-1', epoch: second.epoch } })).toMatchObject(
        stale,
      );
      expect((await again.append(thread, [delta(1, 'b')], { run: second })).ok).toBe(true);
      expect(await readAll(again, thread)).toHaveLength(3);
    });

    test('claims at the same time get different epochs', async () => {
      const { ledger, thread } = await start(open);
      const claims = await Promise.all(Array.from({ length: 20 }, (_, i) => ledger.claimRun(thread, `r${i}`)));
      expect(new Set(claims.map((claim) => unwrap(claim).epoch)).size).toBe(20);
    });
  });
}
