import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, linkSync, lstatSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openLedger, openPeople } from '@toolthread/store';
import { ownUrl, startPostgres } from '@toolthread/test-postgres';
import { expect, it, onTestFinished } from 'vitest';
import { folder, MAIN, PATIENCE_MS, type Ran, runCli, startCli } from '../../test/run-cli.ts';
import { runHere } from '../../test/run-here.ts';

const users = (data: string, ...args: string[]): Promise<Ran> => runHere(['users', ...args, '--data', data]);

async function emptyData(): Promise<string> {
  const data = folder();
  const ledger = await openLedger({ file: join(data, 'ledger.db') });
  if (!ledger.ok) throw new Error(ledger.error.message);
  await ledger.value.createThread({ title: 'From before' });
  await ledger.value.close();
  return data;
}

async function serving(data: string): Promise<string> {
  const child = startCli(['serve', '--port', '0', '--data', data, '--no-open', '--auth', 'users']);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  if (child.stdout === null) throw new Error('the program has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const [url] = /http:\/\/[^/#\s]+/.exec(line) ?? [];
    if (url === undefined) continue;
    expect(line).not.toContain('token');
    return url;
  }
  throw new Error('the program ended before it said where it is');
}

it.runIf(process.geteuid?.() === 0)(
  '[issue 14] what root makes in the data folder of somebody else is theirs, and nothing else is',
  async () => {
    const [data, outside] = [folder(), folder()];
    chownSync(data, 65_534, 65_534);
    for (const name of ['linked', 'led-to']) writeFileSync(join(outside, name), '');
    linkSync(join(outside, 'linked'), join(data, 'linked'));
    symlinkSync(join(outside, 'led-to'), join(data, 'link'));
    expect(await runCli(['users', 'add', 'Ada', '--data', data])).toMatchObject({ code: 0 });
    expect(await runCli(['tokens', 'add', 'ci', '--data', data])).toMatchObject({ code: 0 });
    const owners = readdirSync(data)
      .filter((name) => !name.startsWith('link'))
      .map((name) => [name, lstatSync(join(data, name)).uid]);
    expect(owners.map(([name]) => name)).toEqual(expect.arrayContaining(['ledger.db', 'tokens.json']));
    expect(owners.filter(([, uid]) => uid !== 65_534)).toEqual([]);
    for (const name of ['linked', 'led-to']) expect(lstatSync(join(outside, name)).uid).toBe(0);
  },
);

it('makes, lists, resets and removes accounts, also while the server runs', { timeout: PATIENCE_MS }, async () => {
  const data = await emptyData();
  expect((await users(data)).stderr).toContain('Nobody has an account yet.');
  const ada = await users(data, 'add', 'Ada', '--own-threads');
  expect([ada.code, ada.stdout]).toEqual([0, expect.stringMatching(/^[\w-]{20}\n$/)]);
  expect((await users(data, 'add', 'Ada')).stderr).toContain('There is an account "Ada" already.');
  expect((await users(data, 'add', '@ada')).stderr).toContain('is not a valid name');
  expect((await users(data, 'add', 'Ada ')).stderr).toContain('is not a valid name');
  for (const alike of ['ada', 'ADA', 'Ａda'])
    expect((await users(data, 'add', alike)).stderr).toContain(`"${alike}" could be taken for "Ada"`);
  expect((await users(data, 'add', '\u0410da')).stderr).toContain('mixes alphabets');
  expect((await users(data, 'list')).stdout).toMatch(/^Ada {2}since \S+, not signed in, 1 thread\n$/);

  const url = await serving(data);
  const signIn = async (
    name: string,
    password: string,
  ): Promise<{ status: number; headers: Record<string, string> }> => {
    const answer = await fetch(`${url}/api/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, password }),
    });
    const json: unknown = await answer.json();
    const secret = typeof json === 'object' && json !== null && 'page_secret' in json ? String(json.page_secret) : '';
    const [cookie = ''] = answer.headers.getSetCookie().map((each) => each.split(';', 1)[0] ?? '');
    return { status: answer.status, headers: { cookie, 'x-toolthread-page': secret } };
  };
  const first = await signIn('Ada', ada.stdout.trim());
  expect(first.status).toBe(200);
  const listed = await fetch(`${url}/api/threads`, { headers: first.headers });
  expect(await listed.json()).toMatchObject({ threads: [{ title: 'From before' }] });
  // The server has the ledger open.
  const typed = spawn(process.execPath, [MAIN, 'users', 'add', 'Bob', '--type', '--data', data]);
  typed.stdin.end('a long password\n');
  expect(await once(typed, 'exit')).toEqual([0, null]);
  expect((await signIn('Bob', 'a long password')).status).toBe(200);
  const reset = await users(data, 'reset', 'Ada');
  expect((await fetch(`${url}/api/threads`, { headers: first.headers })).status).toBe(401);
  expect((await signIn('Ada', ada.stdout.trim())).status).toBe(401);
  expect((await signIn('Ada', reset.stdout.trim())).status).toBe(200);
  const removed = await users(data, 'remove', 'Ada', '--delete-threads');
  expect([removed.code, removed.stderr]).toEqual([0, expect.stringContaining('Threads deleted: 1.')]);
  expect((await signIn('Ada', reset.stdout.trim())).status).toBe(401);
  const again = await users(data, 'add', 'Ada');
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('There was an account "Ada".')]);
  expect((await users(data, 'list')).stdout).toMatch(/^Bob {2}since \S+, signed in at 1 browser, 0 threads\n$/);
});

it('[issue 14] removes what there is of a name that only a proxy knows', { timeout: PATIENCE_MS }, async () => {
  const data = await emptyData();
  expect(await users(data, 'remove', 'quinn')).toMatchObject({ code: 1 });
  const opened = await openPeople(join(data, 'ledger.db'));
  if (!opened.ok) throw new Error(opened.error.message);
  await opened.value.roles.adopt('quinn');
  await opened.value.close();
  const removed = await users(data, 'remove', 'quinn', '--delete-threads');
  expect(removed).toMatchObject({ code: 0, stderr: expect.stringContaining('Threads deleted: 1.') });
  expect(removed.stderr).toContain('There was no account');
  expect(await users(data, 'remove', 'quinn')).toMatchObject({ code: 1 });
});

it('says that folders of the threads that went with somebody are still there', { timeout: PATIENCE_MS }, async () => {
  const data = await emptyData();
  await users(data, 'add', 'Ada', '--own-threads');
  const opened = await openLedger({ file: join(data, 'ledger.db') });
  if (!opened.ok) throw new Error(opened.error.message);
  const { workspaces, listThreads, close } = opened.value;
  const listed = await listThreads({ limit: 1 });
  await workspaces.use('a', [{ id: 'r1', path: '/srv/files', isShared: true, holds: [] }]);
  await workspaces.made((listed.ok ? listed.value[0]?.id : undefined) ?? '', 'r1');
  await close();
  const removed = await users(data, 'remove', 'Ada', '--delete-threads');
  expect(removed).toMatchObject({ code: 0, stderr: expect.stringContaining('Threads deleted: 1.') });
  expect(removed.stderr).toContain('Folders of 1 deleted thread are still in /srv/files (node a).');
});

it('beyond loopback nobody is served before somebody has an account', { timeout: PATIENCE_MS }, async () => {
  const data = await emptyData();
  const ran = await runHere([
    'serve',
    '--host',
    '0.0.0.0',
    '--port',
    '0',
    '--data',
    data,
    '--no-open',
    '--auth',
    'users',
  ]);
  expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining('Nobody has an account yet.')]);
  const proxy = await runHere(['serve', '--auth', 'proxy', '--data', data, '--no-open']);
  expect([proxy.code, proxy.stderr]).toEqual([1, expect.stringContaining('--auth proxy needs --trust-proxy')]);
});

it('gives a person a limit of their own, and takes it back', { timeout: PATIENCE_MS }, async () => {
  const data = await emptyData();
  await users(data, 'add', 'Ada');
  const given = await users(data, 'limit', 'Ada', '--tokens-by-day', '200000', '--cost-by-day', '2.50');
  expect([given.code, given.stderr]).toEqual([0, '"Ada" may use 200,000 tokens and $2.50 in a day.\n']);
  const kept = await openPeople(join(data, 'ledger.db'));
  if (!kept.ok) throw new Error(kept.error.message);
  expect(await kept.value.spent.limits('Ada')).toEqual({ ok: true, value: { tokens: 200_000, cost: 2.5 } });
  expect((await users(data, 'limit', 'Ada', '--tokens-by-day', '1e3')).stderr).toContain('needs a number of tokens');
  expect((await users(data, 'limit', 'Ada', '--cost-by-day', '-1')).code).toBe(1);
  expect((await users(data, 'limit', 'Eve', '--cost-by-day', '1')).stderr).toContain(
    'There is no account with that name',
  );
  for (const nobody of ['', '@model', 'ada,ben', ' ada', 'a\u202eb'])
    expect(await users(data, 'limit', nobody, '--cost-by-day', '1')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Nobody can have the name "`),
    });
  const listed = (await users(data, 'list')).stdout;
  expect(listed).toMatch(/^Ada {2}since [^\n]*\nEve {2}no account, at most \$1\.00 in a day\n$/);
  // Whoever gets the name has the limit, and it is said.
  expect((await users(data, 'add', 'Eve')).stderr).toContain(
    '"Eve" may use $1.00 in a day: that limit was set before.',
  );
  expect((await users(data, 'limit', 'Ada')).stderr).toBe('"Ada" may use 200,000 tokens and $2.50 in a day.\n');
  expect((await users(data, 'list')).stdout).toContain('0 threads, at most 200,000 tokens and $2.50 in a day\n');
  expect((await users(data, 'limit', 'Ada', '--as-everybody', '--cost-by-day', '1')).code).toBe(1);
  expect((await users(data, 'limit', 'Ada', '--as-everybody')).stderr).toBe('"Ada" may use what everybody may.\n');
  expect(await kept.value.spent.limits('Ada')).toEqual({ ok: true, value: {} });
  await kept.value.close();
});

it('[issue 14] a limit for whoever comes with a token is that of @human', { timeout: PATIENCE_MS }, async () => {
  const data = await emptyData();
  const named = await users(data, 'limit', 'ci', '--tokens-by-day', '5');
  expect(named.stderr).toContain('whoever a proxy gives that name');
  expect(named.stderr).toContain('Whoever comes with a token is "@human".');
  const shared = await users(data, 'limit', '@human', '--tokens-by-day', '5');
  expect(shared).toMatchObject({ code: 0, stderr: expect.stringContaining('for all who come with a token, together') });
  expect(await users(data, 'remove', '@human')).toMatchObject({ code: 1 });
  expect((await users(data, 'list')).stdout).toMatch(/^@human {2}no account, at most 5 tokens/);
});

it('[issue 14] removes the limit of a name that only a proxy knows', { timeout: PATIENCE_MS }, async () => {
  const data = await emptyData();
  await users(data, 'limit', 'quinn', '--tokens-by-day', '5');
  expect(await users(data, 'remove', 'quinn')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('There was no account'),
  });
  expect((await users(data, 'list')).stdout).not.toContain('quinn');
  expect(await users(data, 'remove', 'quinn')).toMatchObject({ code: 1 });
});

it('[issue 14] ends sign-ins only of somebody who has an account', { timeout: PATIENCE_MS }, async () => {
  const data = await emptyData();
  await users(data, 'add', 'Ada');
  expect(await users(data, 'sign-out', 'Ada')).toMatchObject({ code: 0, stderr: '0 sign-ins of "Ada" ended.\n' });
  expect(await users(data, 'sign-out', 'ada')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no account "ada".'),
  });
});

it(
  'makes the first account before the first start, in a folder that is not there and in a database',
  { timeout: PATIENCE_MS },
  async () => {
    const data = join(folder(), 'new');
    expect((await users(data, 'list')).code).toBe(1);
    expect((await users(data, 'add', 'Ada')).code).toBe(0);
    expect((await users(data, 'list')).stdout).toMatch(/^Ada {2}since/);
    const postgres = await startPostgres();
    onTestFinished(() => postgres.remove());
    const env = { DATABASE_URL: await ownUrl(postgres.url) };
    const elsewhere = folder();
    const inDatabase = (...args: string[]): Promise<Ran> => runHere(['users', ...args, '--data', elsewhere], { env });
    expect((await inDatabase('add', 'Bob')).code).toBe(0);
    expect((await inDatabase('list')).stdout).toMatch(/^Bob {2}since/);
    // From now on the folder belongs to that database.
    expect((await users(elsewhere, 'add', 'Eve')).stderr).toContain('The threads of');
  },
);
