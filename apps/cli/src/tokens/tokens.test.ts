import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dataFolder, folder, PATIENCE_MS, type Ran, runCli, startCli } from '../../test/run-cli.ts';
import { runHere } from '../../test/run-here.ts';
import { liveTokens } from './live-tokens.ts';
import { tokenPlace } from './token-place.ts';

const tokens = (data: string, ...args: string[]): Promise<Ran> => runHere(['tokens', ...args, '--data', data]);

async function serving(data: string): Promise<string> {
  const child = startCli(['serve', '--port', '0', '--data', data, '--no-open']);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  if (child.stdout === null) throw new Error('the program has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const [url] = /http:\/\/[^/#]+/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('the program ended before it said where it is');
}

it('says why a database has no tokens for it, and what to do', async () => {
  const place = await tokenPlace(dataFolder(), { DATABASE_URL: 'postgres://me@127.0.0.1:1/x' });
  expect(place).toEqual({ ok: false, reason: expect.stringContaining('Nothing listens there: is the server running') });
});

describe('toolthread tokens', { timeout: PATIENCE_MS }, () => {
  it('adds, lists, rotates and revokes without a server; keeps digests only, for its owner only', async () => {
    const data = dataFolder();
    const made = await tokens(data, 'add', 'phone', '--days', '30');
    expect([made.code, made.stdout]).toEqual([0, expect.stringMatching(/^[\w-]{32}\n$/)]);
    expect((await tokens(data, 'add', 'ci', '--read-only')).code).toBe(0);
    const file = join(data, 'tokens.json');
    expect(readFileSync(file, 'utf8')).not.toContain(made.stdout.trim());
    expect([statSync(file).mode & 0o777, statSync(data).mode & 0o777]).toEqual([0o600, 0o700]);
    expect((await tokens(data)).stdout).toMatch(
      /^owner {2}everything {2}made at the first start\nphone {2}everything {2}since \S+, until \S+\nci {5}read only {3}since \S+\n$/,
    );
    const rotated = await tokens(data, 'rotate', 'phone');
    expect(rotated.stdout).not.toBe(made.stdout);
    expect((await tokens(data, 'list')).stdout).toMatch(/phone .*until/);
    expect((await tokens(data, 'revoke', 'phone')).code).toBe(0);
    expect((await tokens(data)).stdout).not.toContain('phone');
    expect(existsSync(`${file}.new`)).toBe(false);
  });

  it('shows the owner’s, to whoever can read the data folder, and no other', async () => {
    const data = dataFolder();
    expect((await tokens(data, 'show', 'owner')).stderr).toContain('made at the first start');
    await tokens(data, 'rotate', 'owner');
    const kept = readFileSync(join(data, 'token'), 'utf8');
    expect(await tokens(data, 'show', 'owner')).toMatchObject({ code: 0, stdout: kept });
    await tokens(data, 'add', 'phone');
    const other = await tokens(data, 'show', 'phone');
    expect([other.code, other.stdout]).toEqual([1, '']);
    expect(other.stderr).toContain('is not stored');
  });

  it('[7] a folder that no server has used is refused, and is not made', async () => {
    const empty = folder();
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    const refused = async (data: string, args: readonly string[], words: string): Promise<void> => {
      const ran = await tokens(data, ...args);
      expect([ran.code, ran.stdout]).toEqual([1, '']);
      expect(ran.stderr).toContain(words);
      expect(ran.stderr).toContain('--data DIR');
    };
    for (const args of [[], ['list'], ['add', 'x'], ['rotate', 'owner'], ['revoke', 'x']])
      await refused(empty, args, 'is not a data folder: no ledger.db is in it');
    for (const [data, words] of [
      [join(folder(), 'typo'), 'There is no folder '],
      [join(folder(), 'no', 'where'), 'There is no folder '],
      [file, 'is a file, not a folder'],
      [join(file, 'below'), 'There is no folder '],
    ] as const) {
      await refused(data, ['add', 'x'], words);
      if (data !== file) expect(existsSync(data)).toBe(false);
    }
    expect(readdirSync(empty)).toEqual([]);
  });

  it.each([
    [['list', 'x'], '"tokens list" takes no name'],
    [['add'], 'needs one name'],
    [['add', '../x'], 'is not a valid name'],
    [['add', 'owner'], 'has a token already'],
    [['add', 'x', '--days', '1e3'], '--days needs a number'],
    [['revoke', 'x'], 'There is no token "x"'],
    [['revoke', 'owner'], 'cannot be revoked'],
    [['steal', 'x'], 'There is no "tokens steal"'],
  ])('%j is refused in words', async (args, words) => {
    const ran = await tokens(dataFolder(), ...args);
    expect([ran.code, ran.stdout]).toEqual([1, '']);
    expect(ran.stderr).toContain(words);
  });

  it('what has expired is rotated for a time that is said, and keeps what it may do', async () => {
    const data = dataFolder();
    await tokens(data, 'add', 'guest', '--days', '1', '--read-only');
    const file = join(data, 'tokens.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"expiresAt": \d+/, '"expiresAt": 1'));
    expect((await tokens(data)).stdout).toMatch(/guest {2}read only {3}since \S+, expired 1970-01-01\n$/);
    expect((await tokens(data, 'rotate', 'guest')).stderr).toContain('"guest" has expired: say with --days N');
    expect((await tokens(data, 'rotate', 'guest', '--days', '2')).code).toBe(0);
    expect((await tokens(data)).stdout).toMatch(/guest {2}read only {3}since \S+, until \S+\n$/);
  });

  it('a name is taken once; what is damaged, or at work on by another, is not written over', async () => {
    const data = dataFolder();
    await tokens(data, 'add', 'phone');
    expect((await tokens(data, 'add', 'phone')).stderr).toContain('There is a token "phone" already');
    const file = join(data, 'tokens.json');
    writeFileSync(`${file}.new`, '');
    expect((await tokens(data, 'revoke', 'phone')).stderr).toContain('Another command is changing this file');
    const broken = dataFolder();
    for (const text of ['{', '[]', '{"version":1,"tokens":[{"name":"x"}]}', '{"version":2,"tokens":[]}']) {
      writeFileSync(join(broken, 'tokens.json'), text);
      expect((await tokens(broken, 'add', 'x')).stderr).toContain('tokens.json is damaged');
      expect(readFileSync(join(broken, 'tokens.json'), 'utf8')).toBe(text);
    }
    expect(existsSync(join(broken, 'tokens.json.new'))).toBe(false);
  });

  it('four commands at once: every token that was printed is kept', async () => {
    const data = dataFolder();
    const add = (name: string): Promise<Ran> => runCli(['tokens', 'add', name, '--data', data]);
    const ran = await Promise.all(Array.from({ length: 4 }, (_, i) => add(`t${i}`)));
    const listed = (await tokens(data)).stdout;
    for (const [i, { code, stderr }] of ran.entries()) {
      expect(listed.includes(`t${i} `)).toBe(code === 0);
      if (code !== 0) expect(stderr).toContain('Another command is changing this file');
    }
  });

  it('[B.3 10] [B.6 40] a server that runs knows at once; what was opened by a revoked token ends, the owner’s too', async () => {
    const data = dataFolder();
    const url = await serving(data);
    const owner = readFileSync(join(data, 'token'), 'utf8').trim();
    expect(statSync(join(data, 'token')).mode & 0o777).toBe(0o600);
    const status = async (token: string, path = '/api/threads', init: RequestInit = {}): Promise<number> =>
      (
        await fetch(`${url}${path}`, {
          ...init,
          headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
        })
      ).status;
    const phone = (await tokens(data, 'add', 'phone')).stdout.trim();
    expect(await status(phone)).toBe(200);
    const { id } = JSON.parse(
      await (
        await fetch(`${url}/api/threads`, {
          method: 'POST',
          body: '{}',
          headers: { authorization: `Bearer ${phone}`, 'content-type': 'application/json' },
        })
      ).text(),
    );
    const stream = (token: string): Promise<Response> =>
      fetch(`${url}/api/threads/${id}/events`, { headers: { authorization: `Bearer ${token}` } });
    const [phones, owners] = [await stream(phone), await stream(owner)];
    await tokens(data, 'revoke', 'phone');
    expect(await status(phone)).toBe(401);
    await expect(phones.text()).rejects.toThrow('terminated');
    expect(await status(owner)).toBe(200);
    const next = (await tokens(data, 'rotate', 'owner')).stdout.trim();
    await expect(owners.text()).rejects.toThrow('terminated');
    expect([await status(owner), await status(next)]).toEqual([401, 200]);
    // Of a list that cannot be read nobody knows what is in it.
    writeFileSync(join(data, 'tokens.json'), '{');
    expect([await status(phone), await status(next)]).toEqual([503, 200]);
  });

  it('where TOOLTHREAD_TOKEN is set, that is the owner’s, and it is changed there', async () => {
    const data = dataFolder();
    const env = { TOOLTHREAD_TOKEN: 'a-token-for-the-test-0123456789' };
    const ran = await runHere(['tokens', 'rotate', 'owner', '--data', data], { env });
    expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining('The owner’s token is TOOLTHREAD_TOKEN.')]);
    expect((await runHere(['tokens', '--data', data], { env })).stdout).toMatch(
      /^owner {2}everything {2}TOOLTHREAD_TOKEN\n$/,
    );
  });

  it('of a file that cannot be read nobody is let in but the owner, and it is told once', () => {
    const data = dataFolder();
    const told: string[] = [];
    const rows = liveTokens(data, { TOOLTHREAD_TOKEN: 'owners-0123456789' }, (reason) => told.push(reason));
    writeFileSync(join(data, 'tokens.json'), '{"version":1,"tokens":[{"name":"admin","may":"everything"}]}');
    const owner = { known: [expect.objectContaining({ name: 'owner' })] };
    expect([rows(), rows()]).toEqual([owner, owner]);
    expect(told).toEqual([expect.stringContaining('tokens.json is damaged')]);
  });
});
