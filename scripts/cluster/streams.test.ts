/** A stream that goes by way of the proxy, whose node is killed. */
import { connectThread } from '@toolthread/client';
import { type LedgerEvent, threadOf, timeline } from '@toolthread/core';
import { isFields } from '@toolthread/core/json';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startCluster } from './start-cluster.ts';

test('[L1] a reader whose node is killed in the middle of a run comes back at another, through the proxy, and has what the ledger has: each event once, in order', async () => {
  for (const key of ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY']) vi.stubEnv(key, '');
  vi.stubEnv('TOOLTHREAD_DEMO_SPEED', '20');
  vi.stubEnv('TOOLTHREAD_TOKEN', 'a-token-for-the-test-0123456789');
  onTestFinished(() => void vi.unstubAllEnvs());
  let said = '';
  const onWords = (words: string): void => void (said += `${words}\n`);
  const cluster = await startCluster({ nodes: 3, port: 0, until: new Promise(() => undefined), onWords });
  onTestFinished(cluster.close);
  const endpoint = { baseUrl: cluster.url, token: 'a-token-for-the-test-0123456789' };
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const headers = { authorization: `Bearer ${endpoint.token}`, 'content-type': 'application/json' };
    const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return (await fetch(`${cluster.url}/api${path}`, { ...post, headers })).json();
  };
  const made = await ask('/threads', {});
  const thread = isFields(made) ? String(made['id']) : '';
  const nodes: string[] = [];
  const events: LedgerEvent[] = [];
  const connection = connectThread({
    ...endpoint,
    thread,
    backoffMs: () => 100,
    onEvent: (event) => void events.push(event),
    fetch: async (asked, init) => {
      const answer = await fetch(asked, init);
      if (answer.headers.get('content-type')?.startsWith('text/event-stream') === true)
        nodes.push(answer.headers.get('x-node') ?? '');
      return answer;
    },
  });
  onTestFinished(() => connection.close());
  await ask(`/threads/${thread}/messages`, { text: 'Hello!' });
  await expect.poll(() => events.some(({ type }) => type === 'agent.text.delta')).toBe(true);
  const [first = ''] = nodes;
  const [, pid = ''] = new RegExp(`port ${first}, process (\\d+)`).exec(said) ?? [];
  const before = events.length;
  process.kill(Number(pid), 'SIGKILL');
  await expect.poll(() => nodes.length).toBeGreaterThan(1);
  expect(nodes.slice(1)).not.toContain(first);
  // Whoever has the run by now: what is said after the kill is heard, too.
  await ask(`/threads/${thread}/messages`, { text: 'Hello again!' });
  const unfinished = async (): Promise<unknown> => {
    const line = await ask(`/threads/${thread}`);
    return isFields(line) ? line['unfinished'] : undefined;
  };
  await expect.poll(unfinished).toBe(false);
  const all = await ask(`/threads/${thread}/events?limit=1000`);
  const kept: LedgerEvent[] = isFields(all) && Array.isArray(all['events']) ? all['events'] : [];
  expect(kept.length).toBeGreaterThan(before);
  await expect.poll(() => events.length).toBe(kept.length);
  expect(events).toEqual(kept);
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
  expect(plain(connection.timeline)).toEqual(plain(timeline(threadOf(kept))));
});
