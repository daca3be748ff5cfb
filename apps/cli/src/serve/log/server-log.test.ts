/** The program as a service: settings from a file, lines of JSON, numbers and health. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { folder, PATIENCE_MS, printedBy, startCli } from '../../../test/run-cli.ts';
import { openLedger } from '@toolthread/store';
import { logging, serverLog, tellError } from './server-log.ts';

const TOKEN = 'a-token-for-the-test-0123456789';
const METRICS = 'another-token-0123456789';

test(
  '[3] as a service: one line of JSON for each thing that happens, no secret in any',
  { timeout: PATIENCE_MS },
  async () => {
    const data = folder();
    writeFileSync(join(data, 'toolthread.json'), JSON.stringify({ port: 0, log: 'json', 'no-open': true }));
    const keys = { ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '', GEMINI_API_KEY: '', DATABASE_URL: '' };
    const env = { ...keys, TOOLTHREAD_TOKEN: TOKEN, TOOLTHREAD_METRICS_TOKEN: METRICS };
    const server = startCli(['serve', '--data', data], { env });
    const exit = once(server, 'exit');
    const printed = printedBy(server, 'stdout');
    const lines = (): readonly { readonly [name: string]: unknown }[] =>
      printed()
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line));
    try {
      await expect.poll(() => lines().some(({ what }) => what === 'listening'), { timeout: PATIENCE_MS }).toBe(true);
      const url = String(lines().find(({ what }) => what === 'listening')?.['url']);
      const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
      for (const path of ['/healthz', '/readyz']) expect((await fetch(`${url}${path}`)).status).toBe(200);
      const made = await fetch(`${url}/api/threads`, { method: 'POST', headers, body: '{}' });
      const { id } = JSON.parse(await made.text());
      const body = JSON.stringify({ text: `Hello, ${TOKEN}` });
      await fetch(`${url}/api/threads/${id}/messages`, { method: 'POST', headers, body });
      const ran = (): boolean =>
        lines().some(({ what, thread, run }) => what === 'run running' && thread === id && run !== undefined);
      await expect.poll(ran, { timeout: PATIENCE_MS }).toBe(true);
      const numbers = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS}` } });
      expect(await numbers.text()).toMatch(/^toolthread_events_appended_total [1-9]/m);
    } finally {
      server.kill();
      await exit;
    }
    const all = lines();
    for (const line of all)
      expect(line).toMatchObject({
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        level: expect.stringMatching(/^(?:info|warn|error)$/),
        what: expect.any(String),
      });
    expect(all).toContainEqual(
      expect.objectContaining({ what: 'request', route: '/api/threads/:id/messages', status: 201 }),
    );
    expect(all.at(-1)).toMatchObject({ what: 'stopping' });
    for (const secret of [TOKEN, METRICS]) expect(printed()).not.toContain(secret);
  },
);

test('what was thrown is one line in words, and the stack stands beside it', () => {
  const printed: string[] = [];
  const writing = vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  onTestFinished(() => writing.mockRestore());
  const log = serverLog({ form: 'json', redact: (text) => text.replaceAll('hunter2', '…'), now: () => 0 });
  tellError(log, new TypeError('no number: hunter2\nbut a word'), 't1');
  tellError(log, { strange: true });
  expect(printed.map((line): unknown => JSON.parse(line))).toMatchObject([
    {
      level: 'error',
      what: 'problem',
      why: 'TypeError: no number: …',
      thread: 't1',
      stack: expect.stringMatching(/server-log\.test\.ts/),
    },
    { level: 'error', what: 'problem', why: '{ strange: true }' },
  ]);
  expect(printed.join('')).not.toContain('hunter2');
});

test('what follows from a deletion, from a removal or from a limit that was set is no alarm', async () => {
  const opened = await openLedger({ file: join(folder(), 'ledger.db') });
  if (!opened.ok) throw new Error(opened.error.message);
  onTestFinished(() => opened.value.close());
  const [noted, told]: { readonly level: string; readonly what: string }[][] = [[], []];
  const ledger = logging(opened.value, {
    note: (line) => void noted?.push(line),
    tell: (line) => void told?.push(line),
  });
  const [created] = await ledger.createThread({}).then((made) => (made.ok ? made.value : []));
  const thread = created?.thread ?? '';
  const claimed = await ledger.claimRun(thread, 'run-1');
  if (!claimed.ok) throw new Error(claimed.error.message);
  for (const stop_reason of ['spending_limit', 'error'] as const)
    await ledger.append(
      thread,
      [
        { type: 'agent.continuation', should_continue: false, stop_reason, resolved_by: stop_reason },
        { type: 'agent.status', status: 'failed', error_message: stop_reason },
      ],
      { run: claimed.value, person: 'Ada' },
    );
  const failed = noted?.filter(({ what }) => what === 'run failed') ?? [];
  expect(failed.map(({ level }) => level)).toEqual(['warn', 'error']);
  // Whose limit it is, and of a fault nobody's.
  expect(failed).toMatchObject([{ person: 'Ada', why: 'spending_limit' }, { person: undefined }]);
  await ledger.deleteThread(thread);
  await ledger.append(thread, [{ type: 'agent.status', status: 'running' }], { run: claimed.value });
  expect(told).toEqual([]);
  expect(noted?.at(-1)).toMatchObject({ level: 'info', what: 'append refused', code: 'no_such_thread' });
});

test('an append that is refused is a line with its thread and the reason, once until one in that thread is not', async () => {
  const opened = await openLedger({ file: join(folder(), 'ledger.db') });
  if (!opened.ok) throw new Error(opened.error.message);
  onTestFinished(() => opened.value.close());
  const lines: object[] = [];
  const ledger = logging(opened.value, { note: () => undefined, tell: (line) => void lines.push(line) });
  const [created] = await ledger.createThread({}).then((made) => (made.ok ? made.value : []));
  const thread = created?.thread ?? '';
  const stop = { type: 'run.stop.requested', by: 'ada' } as const;
  for (let n = 0; n < 3; n += 1) await ledger.append(thread, [stop]);
  const why = 'Nobody is at work in this thread.';
  const line = { level: 'warn', what: 'append refused', thread, run: undefined, code: 'nothing_to_stop', why };
  expect(lines).toEqual([line]);
  await ledger.append('another', [stop]);
  expect(lines).toHaveLength(2);
  await ledger.append(thread, [{ type: 'thread.renamed', title: 'It is written' }]);
  await ledger.append(thread, [stop]);
  expect(lines).toEqual([line, expect.objectContaining({ thread: 'another', code: 'no_such_thread' }), line]);
  expect(JSON.stringify(lines)).not.toContain('ada');
});
