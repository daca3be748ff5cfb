/** What a restart finds. */
import type { EventDraft } from '@toolthread/core';
import { describe, expect, test } from 'vitest';
import type { Ledger } from '../../src/ledger.ts';
import { changed, followUp, message, newThread, type Open, start, unwrap } from './start.ts';

export function restartContract(open: Open): void {
  describe('[L6] what a restart has to look at', () => {
    const unfinished = async (ledger: Ledger): Promise<readonly string[]> => unwrap(await ledger.listUnfinished());

    test('a message that no step has seen, also one that came while the last step ran', async () => {
      const { ledger, thread } = await start(open);
      expect(await unfinished(ledger)).toEqual([]);
      unwrap(await ledger.append(thread, [message('one')]));
      expect(await unfinished(ledger)).toEqual([thread]);
      unwrap(await ledger.append(thread, [{ type: 'agent.step.started', step: 1, built_from: 2 }]));
      expect(await unfinished(ledger)).toEqual([]);
      unwrap(await ledger.append(thread, [message('two')]));
      unwrap(await ledger.append(thread, [{ type: 'agent.status', status: 'completed' }]));
      expect(await unfinished(ledger)).toEqual([thread]);
      unwrap(await ledger.append(thread, [{ type: 'agent.step.started', step: 2, built_from: 5 }]));
      expect(await unfinished(ledger)).toEqual([]);
    });

    test('a run under way, but not one that waits for a person', async () => {
      const { ledger, thread } = await start(open);
      unwrap(await ledger.append(thread, [{ type: 'agent.status', status: 'running' }]));
      expect(await unfinished(ledger)).toEqual([thread]);
      unwrap(
        await ledger.append(thread, [
          { type: 'agent.step.started', step: 1 },
          { type: 'agent.tool.called', step: 1, part: 0, call: 'a', name: 'ask', arguments: '' },
          { type: 'request.opened', request: 'r', kind: 'question', call: 'a', step: 1 },
          { type: 'agent.status', status: 'awaiting_user' },
        ]),
      );
      expect(await unfinished(ledger)).toEqual([]);
      unwrap(await ledger.append(thread, [{ type: 'request.resolved', request: 'r', decision: 'answered' }]));
      expect(await unfinished(ledger)).toEqual([thread]);
      unwrap(await ledger.append(thread, [{ type: 'agent.status', status: 'cancelled' }]));
      expect(await unfinished(ledger)).toEqual([thread]);
      unwrap(
        await ledger.append(thread, [{ type: 'agent.tool.completed', step: 1, call: 'a', outcome: 'interrupted' }]),
      );
      expect(await unfinished(ledger)).toEqual([]);
    });

    test('not what was taken back, and what was changed until a step has read the change', async () => {
      const { ledger, thread } = await start(open);
      unwrap(await ledger.append(thread, [message('one'), message('two')]));
      const [first, second] = [2, 3];
      unwrap(await ledger.append(thread, [changed(first, ''), changed(second, 'three')]));
      expect(await unfinished(ledger)).toEqual([thread]);
      unwrap(await ledger.append(thread, [{ type: 'agent.step.started', step: 1, built_from: second }]));
      expect(await unfinished(ledger)).toEqual([thread]);
      unwrap(await ledger.append(thread, [changed(second, '')]));
      expect(await unfinished(ledger)).toEqual([]);
    });

    test('a follow-up when the run it waited for has completed, and only if it is still wanted', async () => {
      for (const [end, wanted, owed] of [
        ['completed', 'yes', true],
        ['completed', 'other words', true],
        ['completed', '', false],
        ['failed', 'yes', false],
        ['cancelled', 'yes', false],
      ] as const) {
        const { ledger, thread } = await start(open);
        unwrap(await ledger.append(thread, [{ type: 'agent.status', status: 'running' }, followUp('later')]));
        unwrap(await ledger.append(thread, [{ type: 'agent.step.started', step: 1, built_from: 3 }]));
        if (wanted !== 'yes') unwrap(await ledger.append(thread, [changed(3, wanted)]));
        unwrap(await ledger.append(thread, [{ type: 'agent.status', status: end }]));
        expect([end, wanted, await unfinished(ledger)]).toEqual([end, wanted, owed ? [thread] : []]);
        unwrap(await ledger.append(thread, [{ type: 'agent.step.started', step: 2 }]));
        expect(await unfinished(ledger)).toEqual([]);
        await ledger.close();
      }
    });

    test('a follow-up that a failure left lying, when the next run has completed', async () => {
      const { ledger, thread } = await start(open);
      const status = (now: 'running' | 'failed' | 'completed'): EventDraft => ({ type: 'agent.status', status: now });
      unwrap(await ledger.append(thread, [status('running'), followUp('later'), status('failed'), message('again')]));
      unwrap(await ledger.append(thread, [status('running'), { type: 'agent.step.started', step: 1 }]));
      unwrap(await ledger.append(thread, [status('completed')]));
      expect(await unfinished(ledger)).toEqual([thread]);
    });

    test('not a stop or a settlement that the run which ended has heard of', async () => {
      const { ledger, thread } = await start(open);
      unwrap(
        await ledger.append(thread, [
          { type: 'agent.status', status: 'running' },
          { type: 'request.opened', request: 'r', kind: 'question' },
          { type: 'request.resolved', request: 'r', decision: 'deny' },
          { type: 'run.stop.requested' },
          { type: 'agent.status', status: 'completed' },
        ]),
      );
      expect(await unfinished(ledger)).toEqual([]);
    });

    test('not one that waits for a person, which is at work all the same', async () => {
      const { ledger, thread } = await start(open);
      const idle = await newThread(ledger, { title: '"status":"awaiting_user"' });
      const atWork = async (): Promise<readonly string[]> => unwrap(await ledger.listAtWork());
      expect(await atWork()).toEqual([]);
      unwrap(await ledger.append(thread, [{ type: 'agent.status', status: 'running' }]));
      expect(await atWork()).toEqual([thread]);
      unwrap(await ledger.append(thread, [{ type: 'agent.status', status: 'awaiting_user' }]));
      expect(await unfinished(ledger)).toEqual([]);
      expect(await atWork()).toEqual([thread]);
      unwrap(await ledger.append(thread, [{ type: 'agent.status', status: 'cancelled' }]));
      expect(await atWork()).toEqual([]);
      expect(unwrap(await ledger.state(idle)).title).toBe('"status":"awaiting_user"');
    });

    test('never the history of an imported thread, until a run of ours begins there', async () => {
      const { ledger } = await start(open);
      const imported = await newThread(ledger, { source: { format: 'codex' } });
      unwrap(await ledger.append(imported, [message('old'), { type: 'agent.status', status: 'running' }]));
      expect(await unfinished(ledger)).toEqual([]);
      unwrap(await ledger.claimRun(imported, 'run'));
      unwrap(await ledger.append(imported, [message('new')]));
      expect(await unfinished(ledger)).toEqual([imported]);
    });
  });

  describe('[L6] open requests that run out', () => {
    const opened = (request: string, at?: number): EventDraft => ({
      type: 'request.opened',
      request,
      kind: 'approval',
      ...(at === undefined ? {} : { expires_at: at }),
    });
    const settled = (request: string): EventDraft => ({ type: 'request.resolved', request, decision: 'deny' });

    test('are found by the time of the nearest, also after opening again', async () => {
      const { ledger, thread, reopen } = await start(open);
      const other = await newThread(ledger);
      expect(unwrap(await ledger.nextExpiry(0))).toBeUndefined();
      unwrap(await ledger.append(thread, [opened('a', 9000), opened('b', 7000), opened('c')]));
      unwrap(await ledger.append(other, [opened('a', 9000)]));
      expect(unwrap(await ledger.nextExpiry(0))).toEqual({ at: 7000, threads: [thread] });
      expect(unwrap(await ledger.nextExpiry(7000))).toEqual({ at: 9000, threads: [other] });
      unwrap(await ledger.append(thread, [settled('b')]));
      const again = await reopen();
      expect(unwrap(await again.nextExpiry(0))).toEqual({ at: 9000, threads: [thread, other].sort() });
      expect(unwrap(await again.nextExpiry(9000))).toBeUndefined();
    });

    test('but not those that are settled, rewound or purged', async () => {
      const { ledger, thread } = await start(open);
      unwrap(await ledger.append(thread, [message('one'), opened('a', 5000), { type: 'thread.rewound', to: 2 }]));
      expect(unwrap(await ledger.nextExpiry(0))).toBeUndefined();
      unwrap(await ledger.append(thread, [opened('b', 6000)]));
      expect(unwrap(await ledger.nextExpiry(0))).toEqual({ at: 6000, threads: [thread] });
      unwrap(await ledger.purge(thread, 5, { purged: 'x', by: 'y' }));
      expect(unwrap(await ledger.nextExpiry(0))).toBeUndefined();
    });
  });
}
