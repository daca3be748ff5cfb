import type { Ledger } from '@toolthread/store';
import { openLedger } from '@toolthread/store';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../test/start-server.ts';
import { createRunner } from './create-runner.ts';
import type { Runner } from './runner.ts';

const folder = mkdtempSync(join(tmpdir(), 'close-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Held {
  readonly runner: Runner;
  readonly ledger: Ledger;
  readonly thread: string;
  readonly errors: string[];
  /** The ledger is being asked. */
  readonly asked: Promise<void>;
  readonly answer: () => void;
}

/** A ledger whose answers to `method` wait until the test lets them come. */
async function heldAt(method: 'nextExpiry' | 'listUnfinished' | 'append'): Promise<Held> {
  const ledger = unwrap(await openLedger({ file: join(folder, `${method}.db`) }));
  const [created] = unwrap(await ledger.createThread({}));
  const thread = created?.thread ?? '';
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = async <T>(ask: () => Promise<T>): Promise<T> => {
    asked.resolve();
    await answered.promise;
    return ask();
  };
  const errors: string[] = [];
  const slow: Ledger = {
    ...ledger,
    [method]: (...given: Parameters<Ledger['append']>) => held(() => Reflect.apply(ledger[method], ledger, given)),
  };
  const agent = { hasWork: () => false, run: () => Promise.resolve(), recover: () => [] };
  const runner = createRunner({ ledger: slow, agent, onError: (error) => errors.push(String(error)) });
  return { runner, ledger, thread, errors, asked: asked.promise, answer: answered.resolve };
}

describe('whoever has closed the runner can close the ledger', () => {
  test.each(['nextExpiry', 'listUnfinished', 'append'] as const)(
    'while %s is under way, close waits for it, and nothing is told of a closed ledger',
    async (method) => {
      const { runner, ledger, thread, errors, asked, answer } = await heldAt(method);
      const begun = method === 'append' ? runner.stop(thread, '@human') : runner.recover();
      await asked;
      const order: string[] = [];
      const closed = runner.close().then(() => order.push('runner'));
      // All that could end without the answer has ended.
      await new Promise((turn) => setImmediate(turn));
      order.push('answer');
      answer();
      await closed;
      await ledger.close();
      await begun;
      await new Promise((turn) => setImmediate(turn));
      expect(order).toEqual(['answer', 'runner']);
      expect(errors).toEqual([]);
    },
  );
});
