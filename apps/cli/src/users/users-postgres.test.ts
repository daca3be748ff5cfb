/** Accounts on several nodes with a real PostgreSQL. */
import { once } from 'node:events';
import { isFields } from '@toolthread/core/json';
import { ownUrl, startPostgres } from '@toolthread/test-postgres';
import { expect, onTestFinished, test } from 'vitest';
import { folder, PATIENCE_MS, printedBy, type Ran, startCli } from '../../test/run-cli.ts';
import { runHere } from '../../test/run-here.ts';

/** Browsers see one host, whichever node answers. */
const BEHIND_PROXY = ['--host-name', 'team.example', '--trust-proxy'];
const FORWARDED = { 'x-forwarded-host': 'team.example', 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' };

async function nodeAt(url: string, name: string, data: string): Promise<string> {
  const env = { DATABASE_URL: url, ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '', GEMINI_API_KEY: '' };
  const child = startCli(
    ['serve', '--port', '0', '--data', data, '--node', name, '--no-open', '--auth', 'users', ...BEHIND_PROXY],
    {
      env,
    },
  );
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const out = printedBy(child, 'stdout');
  const found = (): RegExpExecArray | null => /http:\/\/[^/#\s]+/.exec(out());
  await expect.poll(found, { timeout: PATIENCE_MS }).not.toBeNull();
  return found()?.[0] ?? '';
}

test(
  'who signs in at one node is known at another; who is removed at the one is refused at the other, and read along no more',
  { timeout: PATIENCE_MS },
  async () => {
    const postgres = await startPostgres();
    onTestFinished(postgres.remove);
    const url = await ownUrl(postgres.url);
    const [dataOfA, dataOfB] = [folder(), folder()];
    // Nobody has an account before the first node has made the database.
    const a = await nodeAt(url, 'a', dataOfA);
    const users = (...args: string[]): Promise<Ran> =>
      runHere(['users', ...args, '--data', dataOfA], { env: { DATABASE_URL: url } });
    const added = await users('add', 'Ada');
    expect(added.code).toBe(0);
    const b = await nodeAt(url, 'b', dataOfB);
    const signIn = (node: string): Promise<Response> =>
      fetch(`${node}/api/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...FORWARDED },
        body: JSON.stringify({ name: 'Ada', password: added.stdout.trim() }),
      });
    const signedIn = await signIn(a);
    expect(signedIn.status).toBe(200);
    const answer: unknown = await signedIn.json();
    const [cookie = ''] = signedIn.headers.getSetCookie().map((each) => each.split(';', 1)[0] ?? '');
    const headers = {
      ...FORWARDED,
      cookie,
      'x-toolthread-page': isFields(answer) ? String(answer['page_secret']) : '',
    };
    const made = await fetch(`${b}/api/threads`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Made at B' }),
    });
    expect(made.status).toBe(201);
    const thread: unknown = await made.json();
    expect(await (await fetch(`${a}/api/threads`, { headers })).json()).toMatchObject({
      threads: [{ title: 'Made at B' }],
    });
    const id = isFields(thread) ? String(thread['id']) : '';
    const stream = await fetch(`${b}/api/threads/${id}/events`, {
      headers: { ...headers, accept: 'text/event-stream' },
    });
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const over = stream.text().catch(() => 'cut');
    expect((await users('remove', 'Ada')).code).toBe(0);
    const statusAt = async (node: string): Promise<number> => (await fetch(`${node}/api/threads`, { headers })).status;
    await expect.poll(() => statusAt(b)).toBe(401);
    expect(await statusAt(a)).toBe(401);
    // It ends though nobody closes it here.
    await over;
    expect([(await signIn(a)).status, (await signIn(b)).status]).toEqual([401, 401]);
  },
);
