/** What was chosen is what works: the real program, with a stub in place of the provider. */
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { startStub } from '@toolthread/provider-stub';
import type { Turn } from '@toolthread/provider-stub';
import { expect, onTestFinished, test } from 'vitest';
import { folder, PATIENCE_MS, printedBy, startCli } from '../../../test/run-cli.ts';

const TOKEN = 'a-token-for-the-test-0123456789';
const WAIT = { timeout: PATIENCE_MS };
const KEY = 'sk-of-the-provider-0123456789';

type Fields = { readonly [key: string]: unknown };

interface Served {
  readonly get: (path: string) => Promise<string>;
  readonly post: (path: string, body: object) => Promise<{ readonly status: number; readonly text: string }>;
  /** The events, once the last one is such a status. */
  readonly until: (thread: string, ...statuses: readonly string[]) => Promise<readonly Fields[]>;
  readonly kill: () => Promise<void>;
}

interface Provided extends Served {
  readonly root: string;
  readonly models: () => unknown[];
  /** The bodies that the provider received. */
  readonly bodies: () => unknown[];
}

async function served(turns: readonly Turn[], data = folder()): Promise<Provided> {
  const root = folder();
  mkdirSync(join(root, 'parser'));
  const stub = await startStub({});
  stub.script([...turns]);
  onTestFinished(() => stub.close());
  const env = { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: stub.url('anthropic') };
  return {
    root,
    models: () => stub.journal.entries.flatMap(({ text }) => /"model":"([^"]+)"/.exec(text)?.[1] ?? []),
    bodies: () => stub.journal.entries.flatMap(({ action, text }) => (action === 'generate' ? [JSON.parse(text)] : [])),
    ...(await started(data, env, ['--workspaces', root])),
  };
}

async function started(
  data: string,
  env: { readonly [name: string]: string },
  more: readonly string[] = [],
): Promise<Served> {
  const args = ['serve', '--port', '0', '--data', data, ...more, '--no-open'];
  const none = { ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '', GEMINI_API_KEY: '', TOOLTHREAD_TOKEN: TOKEN };
  const child = startCli(args, { env: { ...none, ...env } });
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  onTestFinished(() => end('SIGTERM'));
  const [out, err] = [printedBy(child, 'stdout'), printedBy(child, 'stderr')];
  let url: string | undefined;
  while ((url = /http:\/\/[^/#\s]+/.exec(out())?.[0]) === undefined) {
    if (child.exitCode !== null) throw new Error(`the program ended: ${err()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const get = async (path: string): Promise<string> =>
    (await fetch(`${url}${path}`, { headers: { ...headers, accept: 'application/json' } })).text();
  return {
    get,
    kill: () => end('SIGKILL'),
    post: async (path, body) => {
      const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: answer.status, text: await answer.text() };
    },
    until: async (thread, ...statuses) => {
      for (;;) {
        const { events }: { events: readonly Fields[] } = JSON.parse(
          await get(`/api/threads/${thread}/events?limit=500`),
        );
        if (statuses.includes(String(events.at(-1)?.['status']))) return events;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
  };
}

const save: Turn = {
  say: [{ type: 'call', name: 'save_file', arguments: JSON.stringify({ path: 'made.txt', content: 'here' }) }],
};
const done: Turn = { say: [{ type: 'text', text: 'Done.' }] };

test(
  '[issue 13] model, folder and mode are what was chosen, and a change holds from the next run on',
  { timeout: PATIENCE_MS },
  async () => {
    const server = await served([save, done, save, done]);
    const { id }: { id: string } = JSON.parse((await server.post('/api/threads', {})).text);
    const chosen = { agent: 'built-in', provider: 'anthropic', model: 'claude-opus-4-7' };
    const workspace = join(server.root, 'parser');
    const listed = await server.get('/api/agents');
    expect(JSON.parse(listed)).toMatchObject({
      usual: { agent: 'built-in', model: expect.any(String) },
      workspaces: [server.root, workspace],
    });
    expect(listed).not.toContain(KEY);
    const asked = await server.post(`/api/threads/${id}/agent`, { ...chosen, workspace, approval: 'read-only' });
    expect(asked.status).toBe(200);
    await server.post(`/api/threads/${id}/messages`, { text: 'Make a file.' });
    const looked = await server.until(id, 'completed');
    expect(looked.find(({ type }) => type === 'agent.tool.completed')).toMatchObject({ outcome: 'denied' });
    expect(existsSync(join(workspace, 'made.txt'))).toBe(false);
    await server.post(`/api/threads/${id}/agent`, { ...chosen, workspace, approval: 'auto-edit' });
    await server.post(`/api/threads/${id}/messages`, { text: 'Now make it.' });
    // A file is there before its words are: only the end of the run says that it was written.
    await server.until(id, 'completed');
    expect(readFileSync(join(workspace, 'made.txt'), 'utf8')).toBe('here');
    expect(new Set(server.models())).toEqual(new Set(['claude-opus-4-7']));
    for (const [n, body] of server.bodies().entries()) {
      const shown = await server.get(`/api/threads/${id}/steps/${n + 1}/request`);
      expect(JSON.parse(shown)).toMatchObject({ request: { model: 'claude-opus-4-7', body, unknown: [] } });
    }
  },
);

test(
  '[issue 13] a folder that is not allowed, a secret, and a link put in its place are refused in words',
  { timeout: PATIENCE_MS },
  async () => {
    const server = await served([done]);
    const { id }: { id: string } = JSON.parse((await server.post('/api/threads', {})).text);
    const choose = (choice: object): ReturnType<typeof server.post> => server.post(`/api/threads/${id}/agent`, choice);
    expect((await choose({ workspace: '/etc' })).text).toContain('--workspaces');
    expect((await choose({ provider: 'anthropic', model: 'another' })).text).toContain('does not offer');
    expect((await choose({ provider: 'openai', model: 'gpt-5.5' })).text).toContain('OPENAI_API_KEY');
    const secret = await choose({ provider: 'anthropic', model: KEY });
    expect([secret.status, secret.text.includes('secret'), secret.text.includes(KEY)]).toEqual([422, true, false]);
    const workspace = join(server.root, 'parser');
    expect((await choose({ workspace })).status).toBe(200);
    renameSync(workspace, join(server.root, 'gone'));
    symlinkSync('/etc', workspace);
    await server.post(`/api/threads/${id}/messages`, { text: 'Look around.' });
    const events = await server.until(id, 'failed');
    expect(String(events.at(-1)?.['error_message'])).toContain(workspace);
    expect(server.models()).toEqual([]);
  },
);

test.each(['Show me what stop does', 'Let two child agents look', 'Plan it as a team'])(
  'a run that the demo agent began is no real model’s after kill -9, until a person speaks: %s',
  { timeout: PATIENCE_MS },
  async (prompt) => {
    const data = folder();
    const demo = await started(data, {});
    const { id }: { id: string } = JSON.parse((await demo.post('/api/threads', {})).text);
    await demo.post(`/api/threads/${id}/messages`, { text: prompt });
    await expect.poll(() => demo.get(`/api/threads/${id}/events?limit=500`), WAIT).toContain('agent.tool.started');
    await demo.kill();
    const real = await served([done], data);
    const events = await real.until(id, 'failed', 'completed');
    expect(events.at(-1)).toMatchObject({ status: 'failed', error_message: expect.stringContaining('demo agent') });
    expect(String(events.at(-1)?.['error_message'])).toMatch(/claude-opus-4-7 now\. Send a message/);
    expect(real.bodies()).toEqual([]);
    // Nothing is left open that somebody could take up again.
    expect(JSON.parse(await real.get('/api/threads'))).toMatchObject({ threads: [{ status: 'failed' }] });
    if (prompt.includes('team')) return;
    await real.post(`/api/threads/${id}/messages`, { text: 'Go on.' });
    await real.until(id, 'completed');
    expect(real.bodies()).toHaveLength(1);
  },
);

test('a run that was cut off goes on with the model that began it', { timeout: PATIENCE_MS }, async () => {
  const data = folder();
  const call: Turn = { say: [{ type: 'call', name: 'save_file', arguments: '{"path":"made.txt","content":"here"}' }] };
  const before = await served([call], data);
  const { id }: { id: string } = JSON.parse((await before.post('/api/threads', {})).text);
  await before.post(`/api/threads/${id}/messages`, { text: 'Make a file.' });
  const events = await before.until(id, 'awaiting_user');
  await before.kill();
  const after = await served([done], data);
  const request = String(events.find(({ type }) => type === 'request.opened')?.['request']);
  const path = `/api/threads/${id}/approvals/${encodeURIComponent(request)}`;
  expect((await after.post(path, { decision: 'deny' })).status).toBe(200);
  await after.until(id, 'completed');
  expect(after.bodies()).toHaveLength(1);
});
