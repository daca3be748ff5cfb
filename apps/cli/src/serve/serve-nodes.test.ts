/** Which database a data folder belongs to, and which name a node has. */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownUrl, startPostgres } from '@toolthread/test-postgres';
import type { StartedPostgres } from '@toolthread/test-postgres';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { folder, PATIENCE_MS, printedBy, startCli } from '../../test/run-cli.ts';
import { runHere } from '../../test/run-here.ts';

const NO_KEYS = { ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '', GEMINI_API_KEY: '' };
let postgres: StartedPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

interface Program {
  /** What it printed, once it has started or ended. */
  readonly said: () => string;
  readonly isRunning: () => boolean;
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
}

async function started(data: string, url: string, more: readonly string[] = []): Promise<Program> {
  const child = startCli(['serve', '--port', '0', '--data', data, '--no-open', ...more], {
    env: { ...NO_KEYS, DATABASE_URL: url },
  });
  const [out, err] = [printedBy(child, 'stdout'), printedBy(child, 'stderr')];
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const end: Program['end'] = async (signal) => {
    if (!isRunning()) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  onTestFinished(() => end('SIGTERM'));
  await expect.poll(() => out().includes('answers') || !isRunning(), { timeout: PATIENCE_MS }).toBe(true);
  return { said: () => out() + err(), isRunning, end };
}

test(
  '[issue 14] a database is the same at another address, and another database is refused, also at the same address',
  { timeout: PATIENCE_MS },
  async () => {
    const [url, another, data] = [await ownUrl(postgres.url), await ownUrl(postgres.url), folder()];
    const elsewhere = url.replace('@localhost/', '@db.example/');
    await (await started(data, url)).end('SIGTERM');
    const moved = await started(data, elsewhere);
    expect(moved.said()).toContain('Threads are kept in postgres://db.example/');
    await moved.end('SIGTERM');
    expect(readFileSync(join(data, 'ledger.postgres'), 'utf8')).toMatch(/^postgres:\/\/db\.example\/.*\nid \S+\n$/);
    await (await started(folder(), another)).end('SIGTERM');
    for (const other of [another, await ownUrl(postgres.url)]) {
      const refused = await started(data, other);
      expect(refused.isRunning()).toBe(false);
      expect(refused.said()).toContain(`is another one.`);
      expect(refused.said()).toContain(`delete ${join(data, 'ledger.postgres')}`);
      const listed = await runHere(['users', 'list', '--data', data], { env: { DATABASE_URL: other } });
      expect(listed).toMatchObject({ code: 1, stderr: expect.stringContaining('is another one.') });
    }
  },
);

test(
  '[issue 14] a node has a name of its own that it keeps; a second process of that name does not start, and does not end the first',
  { timeout: PATIENCE_MS },
  async () => {
    const [url, data] = [await ownUrl(postgres.url), folder()];
    const first = await started(data, url);
    const name = readFileSync(join(data, 'node'), 'utf8').trim();
    const copy = await started(folder(), url, ['--node', name]);
    expect(copy.isRunning()).toBe(false);
    expect(copy.said()).toContain(`Another process works as node "${name}" on this database.`);
    expect(copy.said()).toContain('--node NAME');
    expect(first.isRunning()).toBe(true);
    const other = folder();
    await (await started(other, url)).end('SIGTERM');
    expect(readFileSync(join(other, 'node'), 'utf8').trim()).not.toBe(name);
    // One that was killed has its name again.
    await first.end('SIGKILL');
    const again = await started(data, url);
    expect(again.isRunning()).toBe(true);
    expect(readFileSync(join(data, 'node'), 'utf8').trim()).toBe(name);
    expect(existsSync(join(data, 'ledger.db'))).toBe(false);
  },
);

test('[issue 14] what is asked of an empty folder and of one whose threads are in a database already is refused in its own words', async () => {
  const [url, data] = [await ownUrl(postgres.url), folder()];
  const env = { DATABASE_URL: url };
  const empty = await runHere(['users', 'list', '--data', folder()], { env });
  expect(empty).toMatchObject({ code: 1, stderr: expect.stringContaining('no ledger.postgres') });
  expect(await runHere(['users', 'add', 'ada', '--data', data], { env })).toMatchObject({ code: 0 });
  const moved = await runHere(['db', 'move', '--to', 'postgres', '--data', data], { env });
  expect(moved).toMatchObject({ code: 1, stderr: expect.stringContaining('are in a database already') });
});
