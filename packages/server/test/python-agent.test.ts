/** The example in Python is an agent like any other: its thread is kept, read and written to as ours are. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startServer, TOKEN, untilStatus } from './start-server.ts';

const script = fileURLToPath(new URL('../../../examples/python-agent/agent.py', import.meta.url));
const hasPython = spawnSync('python3', ['-c', 'import urllib.request']).status === 0;

test.skipIf(!hasPython)('it counts the words of each message, also of two that come at once', async () => {
  const started = await startServer();
  const agent = spawn('python3', [script, `http://127.0.0.1:${started.port}`, TOKEN], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    agent.kill('SIGKILL');
    await once(agent, 'close');
  });
  const [printed] = await once(agent.stdout, 'data');
  const thread = String(printed).trim();
  const say = (text: string): Promise<unknown> =>
    started.call('POST', `/api/threads/${thread}/messages`, { body: { text } });
  await Promise.all([say('one two three'), say('hello')]);
  await expect
    .poll(async () => (await started.call('GET', `/api/threads/${thread}/messages`)).text)
    .toMatch(/Your message has \d words?\.[^]*Your message has \d words?\./);
  await untilStatus(started, thread, 'completed');
  const { text } = await started.call('GET', `/api/threads/${thread}/messages`);
  for (const words of ['Your message has 3 words.', 'Your message has 1 word.', '"count_words"']) {
    expect(text).toContain(words);
  }
  expect((await started.call('GET', `/api/threads/${thread}`)).json).toMatchObject({ calls: 2, failed: 0 });
});
