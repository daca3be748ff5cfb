/** The list, what a restart finds, blobs and purges. */
import type { EventDraft } from '@toolthread/core';
import { describe, expect, test } from 'vitest';
import type { Ledger } from '../ledger.ts';
import { message, newThread, type Open, readAll, start, unwrap } from './start.ts';

export function keepingContract(open: Open): void {
  describe('the list', () => {
    test('says title, times and counts, the newest first', async () => {
      const { ledger, thread, clock } = await start(open);
      clock.now = 2000;
      const other = await newThread(ledger);
      clock.now = 3000;
      unwrap(
        await ledger.append(thread, [
          { type: 'agent.status', status: 'running' },
          { type: 'agent.step.started', step: 1 },
          { type: 'agent.tool.called', step: 1, part: 0, call: 'a', name: 'x', arguments: '' },
          { type: 'agent.tool.called', step: 1, part: 1, call: 'b', name: 'x', arguments: '' },
          { type: 'agent.tool.completed', step: 1, call: 'a', outcome: 'failed' },
          { type: 'request.opened', request: 'r', kind: 'approval', call: 'b', step: 1 },
        ]),
      );
      expect(unwrap(await ledger.listThreads())).toEqual([
        {
          id: thread,
          title: 'A thread',
          createdAt: 1000,
          updatedAt: 3000,
          seq: 7,
          status: 'running',
          calls: 2,
          failed: 1,
          waiting: 1,
          unfinished: true,
        },
        {
          id: other,
          title: undefined,
          createdAt: 2000,
          updatedAt: 2000,
          seq: 1,
          status: undefined,
          calls: 0,
          failed: 0,
          waiting: 0,
          unfinished: false,
        },
      ]);
      expect(unwrap(await ledger.thread(thread))).toEqual(unwrap(await ledger.listThreads())[0]);
    });

    test('after a rewind it says what is left', async () => {
      const { ledger, thread } = await start(open);
      unwrap(await ledger.append(thread, [message('one'), { type: 'agent.step.started', step: 1 }]));
      unwrap(
        await ledger.append(thread, [
          { type: 'agent.tool.called', step: 1, part: 0, call: 'a', name: 'x', arguments: '' },
          { type: 'agent.tool.completed', step: 1, call: 'a', outcome: 'failed' },
          { type: 'thread.rewound', to: 2 },
        ]),
      );
      expect(unwrap(await ledger.thread(thread))).toMatchObject({ calls: 0, failed: 0, seq: 6 });
    });
  });

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

  describe('blobs and purges', () => {
    const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
    const result = (hash: string): EventDraft => ({
      type: 'agent.tool.completed',
      call: 'c',
      outcome: 'done',
      parts: [{ type: 'text', text: 'secret words' }],
      full_blob: hash,
    });

    test('a blob is found by the hash of its content, and kept once', async () => {
      const { ledger, reopen } = await start(open);
      const hash = unwrap(await ledger.putBlob(bytes('whole')));
      expect(unwrap(await ledger.putBlob(bytes('whole')))).toBe(hash);
      expect(hash).toMatch(/^[0-9a-f]{64}$/);
      const empty = unwrap(await ledger.putBlob(new Uint8Array()));
      const again = await reopen();
      expect(new Uint8Array(unwrap(await again.getBlob(hash)))).toEqual(bytes('whole'));
      expect(unwrap(await again.getBlob(empty))).toHaveLength(0);
    });

    test('a purged event keeps its place and loses its payload and its blob', async () => {
      const { ledger, thread } = await start(open);
      const hash = unwrap(await ledger.putBlob(bytes('whole')));
      unwrap(await ledger.append(thread, [result(hash), message('after')]));
      const purged = unwrap(await ledger.purge(thread, 2, { purged: 'a password', by: '@human' }));
      expect(purged).toEqual({
        v: 1,
        thread,
        seq: 2,
        at: 1000,
        type: 'event.purged',
        purged: 'a password',
        by: '@human',
      });
      const events = await readAll(ledger, thread);
      expect(events.map(({ type }) => type)).toEqual(['thread.created', 'event.purged', 'message.posted']);
      expect(JSON.stringify(events)).not.toContain('secret');
      expect((await ledger.getBlob(hash)).ok).toBe(false);
    });

    test('a blob that another event still names stays', async () => {
      const { ledger, thread } = await start(open);
      const hash = unwrap(await ledger.putBlob(bytes('whole')));
      const image = { type: 'image', media_type: 'image/png', source: { kind: 'blob', hash, size: 5 } } as const;
      unwrap(
        await ledger.append(thread, [
          result(hash),
          { ...message('see'), type: 'message.posted', author: '@human', parts: [image, image], delivery: 'now' },
        ]),
      );
      unwrap(await ledger.purge(thread, 2, { purged: 'x', by: 'y' }));
      expect((await ledger.getBlob(hash)).ok).toBe(true);
      unwrap(await ledger.purge(thread, 3, { purged: 'x', by: 'y' }));
      expect((await ledger.getBlob(hash)).ok).toBe(false);
    });

    test('a purged message is still posted once, and a purged title is gone from the list', async () => {
      const { ledger, thread } = await start(open);
      unwrap(await ledger.append(thread, [message('secret', 'c1'), { type: 'thread.renamed', title: 'secret' }]));
      unwrap(await ledger.purge(thread, 2, { purged: 'x', by: 'y' }));
      unwrap(await ledger.purge(thread, 3, { purged: 'x', by: 'y' }));
      expect(unwrap(await ledger.append(thread, [message('secret', 'c1')]))[0]).toMatchObject({
        type: 'event.purged',
      });
      expect(unwrap(await ledger.thread(thread)).title).toBe('A thread');
    });
  });
}
