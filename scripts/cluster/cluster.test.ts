/** The whole of it, as a person starts it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

interface Answer {
  readonly node: string;
  readonly json: { readonly [name: string]: unknown };
}

test('npm run cluster: what is asked at one node is seen through another, a node that is killed is left out, and Ctrl-C leaves nothing', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../cluster.ts'), '--no-page', '--nodes', '3'], {
    env: {
      ...process.env,
      ANTHROPIC_API_KEY: '',
      OPENAI_API_KEY: '',
      GEMINI_API_KEY: '',
      TOOLTHREAD_DEMO_SPEED: '100',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
    await exited;
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  await expect.poll(() => said.includes('Ctrl-C ends it') || child.exitCode !== null).toBe(true);
  const [, url = '', token = ''] = /are at (http:\S+)\/#token=(\S+)/.exec(said) ?? [];
  const [, folder = ''] = /Everything is in (\S+)\. /.exec(said) ?? [];
  const ask = async (path: string, body?: object): Promise<Answer> => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json',
    };
    const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(`${url}${path}`, { ...post, headers });
    return { node: answer.headers.get('x-node') ?? '', json: JSON.parse(await answer.text()) };
  };
  const { json } = await ask('/api/threads', { title: 'Shared' });
  const thread = `/api/threads/${String(json['id'])}`;
  const posted = await ask(`${thread}/messages`, { text: 'Hello!' });
  const seenAt = new Set<string>();
  const isSeen = async (): Promise<boolean> => {
    const { node, json: line } = await ask(thread);
    if (line['status'] === 'completed') seenAt.add(node);
    return [...seenAt].some((each) => each !== posted.node);
  };
  await expect.poll(isSeen).toBe(true);
  const pids = [...said.matchAll(/process (\d+)/g)].map(([, pid]) => Number(pid));
  expect(pids).toHaveLength(3);
  process.kill(pids[0] ?? 0, 'SIGKILL');
  await expect.poll(() => isAlive(pids[0] ?? 0)).toBe(false);
  for (let n = 0; n < 6; n += 1) expect((await ask(thread)).json).toMatchObject({ title: 'Shared' });
  // Twice: from the terminal, and from the program that started it.
  for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM'] as const) child.kill(signal);
  expect(await exited).toEqual([0, null]);
  expect(existsSync(folder)).toBe(false);
  expect(pids.filter(isAlive)).toEqual([]);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
