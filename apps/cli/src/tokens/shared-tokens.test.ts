/** Tokens of servers that work on one database. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TokenRow } from '@toolthread/server';
import { openPostgresLedger, openSharedFiles } from '@toolthread/store';
import { ownUrl, query, startPostgres } from '@toolthread/test-postgres';
import type { StartedPostgres } from '@toolthread/test-postgres';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { folder, PATIENCE_MS, type Ran } from '../../test/run-cli.ts';
import { runHere } from '../../test/run-here.ts';
import { noteLedger } from '../data-folder.ts';
import { newToken } from './new-token.ts';
import { serverTokens } from './server-tokens.ts';
import type { SharedTokens } from './shared-tokens.ts';

let postgres: StartedPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

interface Node extends SharedTokens {
  readonly data: string;
  readonly token: string;
  readonly problems: readonly string[];
  /** `toolthread tokens …` on this node's machine. */
  readonly run: (...args: string[]) => Promise<Ran>;
}

async function node(url: string, token: string = newToken(), env: Record<string, string> = {}): Promise<Node> {
  const data = folder();
  await noteLedger(data, url);
  const problems: string[] = [];
  const onProblem = (reason: string): void => void problems.push(reason);
  const tokens = await serverTokens({ ledger: url, data, env, token, onProblem });
  if (typeof tokens === 'string') throw new Error(tokens);
  onTestFinished(() => tokens.close());
  const run = (...args: string[]): Promise<Ran> =>
    runHere(['tokens', ...args, '--data', data], { env: { DATABASE_URL: url, ...env } });
  return { ...tokens, data, token, problems, run };
}

/** Those that open the node now, whether or not all could be read. */
function known({ rows }: SharedTokens): readonly TokenRow[] {
  const tokens = rows();
  return 'known' in tokens ? tokens.known : tokens;
}
const names = (tokens: Node): string[] => known(tokens).map(({ name }) => name);
const digestsOf = (tokens: SharedTokens): TokenRow['digests'][] => known(tokens).map(({ digests }) => digests);

test(
  'a token that is made, rotated or revoked at one node is so at every node; the database has digests only',
  { timeout: PATIENCE_MS },
  async () => {
    const url = await ownUrl(postgres.url);
    const [a, b] = [await node(url), await node(url)];
    // The first node's is the owner's, for both.
    expect([a.isOwners, b.isOwners]).toEqual([true, false]);
    expect(digestsOf(b)).toEqual(digestsOf(a));
    const phone = await a.run('add', 'phone');
    expect(phone).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[\w-]{32}\n$/) });
    for (const each of [a, b]) await expect.poll(() => names(each)).toEqual(['owner', 'phone']);
    expect(digestsOf(b)).toEqual(digestsOf(a));
    expect((await b.run('list')).stdout).toMatch(
      /^owner {2}everything {2}kept in the database\nphone {2}everything {2}since \S+\n$/,
    );
    expect(await b.run('add', 'phone')).toMatchObject({ code: 1, stderr: expect.stringContaining('There is a token') });
    const before = digestsOf(a)[0];
    const rotated = await b.run('rotate', 'owner');
    for (const each of [a, b]) await expect.poll(() => digestsOf(each)[0]).not.toEqual(before);
    expect(digestsOf(b)).toEqual(digestsOf(a));
    expect(readFileSync(join(b.data, 'token'), 'utf8')).toBe(rotated.stdout);
    expect((await b.run('revoke', 'phone')).code).toBe(0);
    for (const each of [a, b]) await expect.poll(() => names(each)).toEqual(['owner']);
    expect(existsSync(join(a.data, 'tokens.json'))).toBe(false);
    const kept = JSON.stringify(await query(url, 'select * from shared_files'));
    for (const secret of [a.token, b.token, phone.stdout.trim(), rotated.stdout.trim()])
      expect(kept).not.toContain(secret);
    expect([a.problems, b.problems]).toEqual([[], []]);
  },
);

test('of two that begin at once one is the owner; a token of the environment opens the node that has it', async () => {
  const url = await ownUrl(postgres.url);
  // The tables are there: nodes begin after the ledger.
  const ledger = await openPostgresLedger({ url });
  if (ledger.ok) await ledger.value.close();
  const nodes = await Promise.all([node(url), node(url), node(url)]);
  expect(nodes.filter(({ isOwners }) => isOwners)).toHaveLength(1);
  const token = 'a-token-for-the-test-0123456789';
  const given = await node(url, token, { TOOLTHREAD_TOKEN: token });
  expect(given.isOwners).toBe(true);
  expect(digestsOf(given)[0]).not.toEqual(digestsOf(nodes[0])[0]);
  // One that is weak gives browsers a pass for its own node only: it is nobody else's.
  const weak = await node(await ownUrl(postgres.url), 'weak');
  expect([weak.isOwners, known(weak)[0]?.strong]).toEqual([true, false]);
});

test('a list that is damaged lets nobody in but the owner, and is told once', async () => {
  const url = await ownUrl(postgres.url);
  const a = await node(url);
  await a.run('add', 'phone');
  await expect.poll(() => names(a)).toEqual(['owner', 'phone']);
  const files = await openSharedFiles({ url });
  if (!files.ok) throw new Error(files.error.message);
  onTestFinished(() => files.value.close());
  await files.value.change('tokens.json', () => '{"version":1,"tokens":[{"name":"admin","may":"everything"}]}');
  await expect.poll(() => names(a)).toEqual(['owner']);
  expect(a.rows()).toHaveProperty('known');
  expect(a.problems).toEqual([expect.stringContaining('The list of tokens in the database is damaged')]);
  await files.value.change('owner.json', () => '{}');
  await expect.poll(() => names(a)).toEqual([]);
  expect(a.rows()).toEqual({ known: [] });
});

test('what was read too long ago lets nobody in, and says of no token that it is wrong', async () => {
  const a = await node(await ownUrl(postgres.url));
  expect(a.rows()).toEqual([expect.objectContaining({ name: 'owner' })]);
  const later = performance.now() + 30_001;
  vi.spyOn(performance, 'now').mockReturnValueOnce(later);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(a.rows()).toEqual({ known: [] });
});

test('while the database is restarted those who are in stay in', async () => {
  const own = await startPostgres();
  onTestFinished(() => own.remove());
  const a = await node(own.url);
  await own.stop('immediate');
  expect(names(a)).toEqual(['owner']);
  await own.startAgain();
  const phone = await a.run('add', 'phone');
  expect(phone.code).toBe(0);
  await expect.poll(() => names(a)).toEqual(['owner', 'phone']);
  expect(a.problems).toEqual([]);
});

test(
  '[issue 14] a token can be made before any server was started on the database',
  { timeout: PATIENCE_MS },
  async () => {
    const [url, data] = [await ownUrl(postgres.url), folder()];
    const env = { DATABASE_URL: url };
    const added = await runHere(['tokens', 'add', 'phone', '--data', data], { env });
    expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[\w-]{32}\n$/) });
    const listed = await runHere(['tokens', 'list', '--data', data], { env });
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining('phone') });
  },
);
