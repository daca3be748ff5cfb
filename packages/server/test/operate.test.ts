/** What an operator asks: is it there, can it work, what does it do. */
import { createMetrics, measured } from '@toolthread/server';
import { DatabaseUnavailable } from '@toolthread/store';
import { expect, test } from 'vitest';
import { newThread, startServer, TOKEN, until, untilStatus } from './start-server.ts';

const METRICS = 'a-token-for-metrics-0123456789';

test('[3] health is told to anybody, and nothing else is: no word of what is here', async () => {
  const { call } = await startServer();
  for (const [path, text] of [
    ['/healthz', 'ok\n'],
    ['/readyz', 'ready\n'],
  ] as const) {
    const answer = await call('GET', path, { token: null });
    expect([answer.status, answer.text]).toEqual([200, text]);
    expect((await call('GET', path, { token: null, headers: { host: 'evil.example' } })).status).toBe(403);
  }
});

test.each([
  ['refuses', () => Promise.resolve({ ok: false, error: { code: 'unavailable', message: 'secret words' } } as const)],
  ['throws', () => Promise.reject(new DatabaseUnavailable('secret words'))],
  ['says nothing', () => new Promise<never>(() => undefined)],
])('a server whose ledger %s is alive and not ready, and does not say why', async (_, broken) => {
  // The bin is looked at, too, and waited for at the end.
  const { call } = await startServer({
    wrap: (ledger) => ({
      ...ledger,
      listThreads: (page) => (page.place === undefined ? broken() : ledger.listThreads(page)),
    }),
  });
  const answer = await call('GET', '/readyz', { token: null });
  expect([answer.status, answer.json]).toEqual([
    503,
    { error: { code: 'not_ready', message: 'This server is not ready.' } },
  ]);
  expect((await call('GET', '/healthz', { token: null })).status).toBe(200);
});

test.each([
  ['is told', (): Promise<string> => Promise.resolve('The storage is not there.'), ' The storage is not there.'],
  ['says nothing', (): Promise<never> => new Promise<never>(() => undefined), ''],
  ['fails', (): Promise<never> => Promise.reject(new Error('secret words')), ''],
])('a server that needs more than its ledger is not ready without it: it %s', async (_, trouble, more) => {
  const { call } = await startServer({ trouble });
  const answer = await call('GET', '/readyz', { token: null });
  expect([answer.status, answer.json]).toEqual([
    503,
    { error: { code: 'not_ready', message: `This server is not ready.${more}` } },
  ]);
});

test('however many ask whether it is ready, the ledger is asked once in a while', async () => {
  let asked = 0;
  let now = 1_000_000;
  const { call } = await startServer({
    now: () => now,
    wrap: (ledger) => ({
      ...ledger,
      listThreads: (page) => {
        if (page.place === undefined) asked += 1;
        return ledger.listThreads(page);
      },
    }),
  });
  await Promise.all(Array.from({ length: 20 }, () => call('GET', '/readyz', { token: null })));
  expect(asked).toBe(1);
  now += 1000;
  await call('GET', '/readyz', { token: null });
  expect(asked).toBe(2);
});

test('[3] the numbers: what was asked, appended and run; no name and no word is among them', async () => {
  const metrics = createMetrics();
  const started = await startServer({ metrics, metricsToken: METRICS, wrap: (ledger) => measured(ledger, metrics) });
  const { call } = started;
  const thread = await newThread(started);
  await call('POST', `/api/threads/${thread}/messages`, { body: { text: 'approve the zebra' } });
  await untilStatus(started, thread, 'awaiting_user');
  await call('GET', '/api/threads/zebra-thread');
  const controller = new AbortController();
  const headers = { authorization: `Bearer ${TOKEN}` };
  const url = `http://127.0.0.1:${started.port}/api/threads/${thread}/events`;
  const stream = await fetch(url, { headers, signal: controller.signal });
  const scrape = async (): Promise<string> => (await call('GET', '/metrics', { token: METRICS })).text;
  const first = await until(async () => {
    const text = await scrape();
    return text.includes('toolthread_streams_open 1\n') && text.includes('status="404"') ? text : undefined;
  }, 'a stream that is counted');
  for (const line of [
    'toolthread_requests_total{method="POST",route="/api/threads",status="201"} 1',
    'toolthread_requests_total{method="POST",route="/api/threads/:id/messages",status="201"} 1',
    'toolthread_requests_total{method="GET",route="/api/threads/:id",status="404"} 1',
    'toolthread_runs_waiting 0',
  ])
    expect(first).toContain(`${line}\n`);
  expect(first).toMatch(/^toolthread_append_seconds_bucket\{le="\+Inf"\} [1-9]\d*$/m);
  expect(first).toMatch(/^toolthread_events_appended_total [1-9]\d*$/m);
  expect(first).toMatch(/^process_resident_memory_bytes [1-9]\d+$/m);
  expect(first).not.toMatch(/zebra|127\.0\.0\.1/);
  expect(first).not.toContain(thread);
  expect(wrongLines(first)).toEqual([]);
  controller.abort();
  await stream.text().catch(() => undefined);
  await until(async () => ((await scrape()).includes('toolthread_streams_open 0\n') ? true : undefined), 'its end');
  expect((await call('GET', '/metrics')).status).toBe(200);
});

test('the token of the numbers opens nothing else, and a person is not shown the numbers of all', async () => {
  const { call } = await startServer({
    metricsToken: METRICS,
    authenticate: (request) =>
      request.headers.get('x-person') === 'ann' ? { name: 'ann', may: 'all' as const } : undefined,
  });
  expect((await call('GET', '/api/threads', { token: METRICS })).status).toBe(401);
  expect((await call('GET', '/metrics', { token: `${METRICS}x` })).status).toBe(401);
  expect((await call('GET', '/metrics', { token: null })).status).toBe(401);
  const ann = { token: null, headers: { 'x-person': 'ann' } };
  expect((await call('GET', '/api/threads', ann)).status).toBe(200);
  expect((await call('GET', '/metrics', ann)).status).toBe(403);
});

test('a server that closes is not ready any more', async () => {
  const { server } = await startServer();
  const ready = (): Promise<Response> => server.fetch(new Request('http://localhost/readyz'));
  expect((await ready()).status).toBe(200);
  const closing = server.close();
  expect((await ready()).status).toBe(503);
  await closing;
});

/** Lines that are no line of the text format. */
function wrongLines(text: string): readonly string[] {
  const help = /^# (?:HELP [a-z_]+ .+|TYPE [a-z_]+ (?:counter|gauge|histogram))$/;
  const sample = /^[a-z_]+(?:\{(?:[a-z]+="(?:[^"\\\n]|\\.)*",?)+\})? -?(?:\d+(?:\.\d+)?(?:e[+-]\d+)?)$/;
  return text
    .trimEnd()
    .split('\n')
    .filter((line) => !help.test(line) && !sample.test(line));
}
