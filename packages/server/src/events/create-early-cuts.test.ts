import { openLedger } from '@toolthread/store';
import type { EventDraft } from '@toolthread/core';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { unwrap } from '../../test/start-server.ts';
import { createEarlyCuts } from './create-early-cuts.ts';
import { createShownLedger } from './shown-ledger.ts';
import { createThreadCuts } from './thread-cuts.ts';

test('a long thread is cut before anybody opens it, up to its newest part, and again when it has grown', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-cuts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const ledger = unwrap(await openLedger({ file: join(folder, 'ledger.db') }));
  onTestFinished(() => ledger.close());
  const make = async (): Promise<string> => unwrap(await ledger.createThread({}))[0]?.thread ?? '';
  const [long, short] = [await make(), await make()];
  let step = 0;
  const grow = async (thread: string, turns: number): Promise<void> => {
    unwrap(await ledger.append(thread, Array.from({ length: turns }, () => turn((step += 1))).flat()));
  };
  await grow(long, 2_000);
  await grow(short, 100);
  const errors: unknown[] = [];
  const cuts = createThreadCuts(createShownLedger(ledger), ledger.cuts);
  const early = createEarlyCuts(ledger, cuts, (error) => errors.push(error));
  const newest = async (thread: string): Promise<number | undefined> =>
    unwrap(await ledger.cuts.newest(thread, Number.MAX_SAFE_INTEGER))?.seq;
  await early.look();
  expect(await newest(long)).toBeGreaterThan(4_000);
  expect(await newest(short)).toBe(undefined);
  await grow(long, 2_000);
  await early.look();
  expect(await newest(long)).toBeGreaterThan(10_000);
  // Closed, it makes no more.
  await grow(long, 2_000);
  await early.close();
  await early.look();
  expect(await newest(long)).toBeLessThan(12_001);
  expect(errors).toEqual([]);
});

function turn(step: number): readonly EventDraft[] {
  const parts = [{ type: 'text', text: `Question ${step}` }] as const;
  return [
    { type: 'message.posted', author: '@human', delivery: 'now', parts },
    { type: 'agent.step.started', step },
    { type: 'agent.step.completed', step, finish_reason: 'stop' },
  ];
}
