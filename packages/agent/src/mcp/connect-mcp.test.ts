/** Against a real server: as a process, and over HTTP. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Answer, EventDraft, Settlement } from '@toolthread/core';
import { expect, onTestFinished, test } from 'vitest';
import { answered } from '../../test/answered.ts';
import { serveHttp } from '../../test/mcp-server/http.ts';
import { MemoryBlobs } from '../../test/memory-blobs.ts';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { alive, longSleep, sleepers, until } from '../../test/processes.ts';
import { call, isCompleted, outcomes, runOn, say, told } from '../../test/run-on.ts';
import type { RunOn } from '../../test/run-on.ts';
import { tempFolder, useTool } from '../../test/use-tool.ts';
import { policyByTool } from '../policy/policy.ts';
import type { Tool } from '../tool/tool.ts';
import { connectMcp } from './connect-mcp.ts';
import type { ConnectedMcp } from './connect-mcp.ts';
import type { McpServer } from './mcp-server.ts';

const script = process.env['TEST_MCP_SERVER'] ?? fileURLToPath(import.meta.resolve('../../test/mcp-server/stdio.ts'));

type Stdio = Extract<McpServer['transport'], { kind: 'stdio' }>;

const stdio = (args: readonly string[] = [], more: Partial<Stdio> = {}): Stdio => ({
  kind: 'stdio',
  command: process.execPath,
  args: [script, ...args],
  ...more,
});

type Connected = Extract<ConnectedMcp, { ok: true }>;

async function connect(transport: McpServer['transport'] = stdio(), more: Partial<McpServer> = {}): Promise<Connected> {
  const connected = await connectMcp({ name: 'test', transport, ...more });
  if (!connected.ok) throw new Error(connected.problem);
  onTestFinished(connected.close);
  return connected;
}

function named({ tools }: Connected, name: string): Tool {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no ${name} among ${tools.map((one) => one.name).join(', ')}`);
  return tool;
}

test('over both transports its tools are ours, by name and schema, and answer', async () => {
  const http = await serveHttp();
  for (const transport of [stdio(), { kind: 'http', url: http.url, headers: { authorization: 'Bearer t' } } as const]) {
    const connected = await connect(transport);
    expect(connected.leftOut).toEqual([]);
    const echo = named(connected, 'test__echo');
    expect(echo).toMatchObject({
      description: 'Says it again.',
      safe: true,
      parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    });
    expect(named(connected, 'test__report_failure').safe).toBe(false);
    for (const { name } of connected.tools) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(await useTool(echo, { text: 'hi' })).toMatchObject({ text: 'echo: hi' });
  }
  expect(new Set(http.tokens)).toEqual(new Set(['Bearer t']));
});

test('a password in an address is refused in words that do not tell it', async () => {
  for (const user of ['me:hidden-word', 'hidden-word', ':hidden-word']) {
    const url = `http://${user}@127.0.0.1:9/mcp`;
    const connected = await connectMcp({ name: 'test', transport: { kind: 'http', url } });
    expect(connected).toEqual({
      ok: false,
      problem:
        'The MCP server test has a name or a password in its address: give it in `headers` instead, as { "Authorization": "Basic …" }.',
    });
  }
});

test('[L3] what the server calls an error failed, whatever way it says so', async () => {
  const connected = await connect();
  const reported = await useTool(named(connected, 'test__report_failure'), {});
  expect(reported).toMatchObject({ text: 'no such row', error: { code: 'mcp_tool_error' } });
  expect((await useTool(named(connected, 'test__throw'), {})).error).toBeDefined();
});

test('[H2] the server’s own schema says what is refused before anybody is asked', async () => {
  const connected = await connect();
  const echo = named(connected, 'test__echo');
  const strict = named(connected, 'test__strict');
  expect(await echo.accept({ text: 7 })).toEqual({ kind: 'refused', problem: '- text: It must be a text.' });
  expect(await echo.accept({})).toEqual({ kind: 'refused', problem: '- text: It is missing.' });
  expect(await echo.accept([1])).toMatchObject({ kind: 'refused' });
  // It leaves open what else may be there: that is drawn like all the rest, and sent.
  expect(await echo.accept({ text: 'a', note: 'b' })).toMatchObject({ kind: 'run' });
  expect(await strict.accept({ text: 'a' })).toMatchObject({ kind: 'run' });
  expect(await strict.accept({ text: 'a', note: 'b' })).toEqual({
    kind: 'refused',
    problem: '- note: There is no such argument.',
  });
});

test('text, images, sounds, resources and links are parts', async () => {
  const connected = await connect();
  const { parts } = await useTool(named(connected, 'test__media'), {}, { blobs: new MemoryBlobs() });
  expect(parts).toMatchObject([
    { type: 'text', text: 'look' },
    { type: 'image', media_type: 'image/png', source: { kind: 'base64' } },
    { type: 'file', media_type: 'audio/wav' },
    { type: 'reference', name: 'a.txt', uri: 'file:///a.txt' },
    { type: 'text', text: 'file:///b.txt\nwords of b' },
    { type: 'file', media_type: 'application/x-c', name: 'file:///c.bin', source: { kind: 'base64', data: 'AQID' } },
  ]);
});

test('[L3] data is a result, 0 too, and is told to the model where there are no words', async () => {
  const connected = await connect();
  const used = await useTool(named(connected, 'test__weather'), {});
  expect(used).toMatchObject({ text: '{"degrees":0}', structured: { degrees: 0 } });
  expect(used.error).toBeUndefined();
});

test('a server that dies is a failed call that says so, with its last words; the next call starts it anew', async () => {
  const connected = await connect();
  const used = await useTool(named(connected, 'test__die'), {});
  expect(used.error).toMatchObject({ code: 'mcp_gone' });
  expect(used.error?.message).toMatch(/test is gone .*may have taken effect.*\n?.*last words of the server/s);
  expect(await useTool(named(connected, 'test__echo'), { text: 'back' })).toMatchObject({ text: 'echo: back' });
});

test('[L6] a call is made once, also when the server dies in the midst of it', async () => {
  const file = join(tempFolder(), 'log');
  const connected = await connect();
  const used = await useTool(named(connected, 'test__count'), { file });
  expect(used.error?.code).toBe('mcp_gone');
  await useTool(named(connected, 'test__echo'), { text: 'back' });
  expect(readFileSync(file, 'utf8')).toBe('once\n');
});

test('an HTTP server that is gone is told as well', async () => {
  const http = await serveHttp();
  const connected = await connect({ kind: 'http', url: http.url });
  http.stop();
  const used = await useTool(named(connected, 'test__echo'), { text: 'x' });
  expect(used.error?.message).toMatch(/test/);
  expect(used.error?.code).toMatch(/^mcp_(gone|failed)$/);
});

test('one that ends at once is told with what it printed', async () => {
  const script = "console.error('DATABASE_URL is not set'); process.exit(3)";
  const transport = { kind: 'stdio', command: process.execPath, args: ['-e', script] } as const;
  const connected = await connectMcp({ name: 'test', transport, connectMs: 5000 });
  expect(connected).toMatchObject({
    ok: false,
    problem: expect.stringMatching(
      /^The MCP server test could not be reached: .*Its last words:\nDATABASE_URL is not set$/s,
    ),
  });
});

test.each([
  [401, '', 'it wants a key (HTTP 401). Give it in "headers", beside its address.'],
  [404, 'nope', 'what answers there is no MCP server. Check its address.'],
  [500, 'boom', 'it answered with an error (HTTP 500).'],
  [200, '<h1>Hi</h1>', 'what answers there is no MCP server. Check its address.'],
])('[issue 13] what answers with HTTP %i and %j is told in our words, and what to do', async (status, body, why) => {
  const other = createServer((_, response) => response.writeHead(status, { 'content-type': 'text/html' }).end(body));
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const address = other.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const connected = await connectMcp({ name: 'x', transport: { kind: 'http', url: `http://127.0.0.1:${port}/` } });
  other.close();
  expect(connected).toMatchObject({ problem: `The MCP server x could not be reached: ${why}` });
});

test('one that cannot be reached is a problem, in words, and leaves nothing behind', async () => {
  for (const transport of [
    { kind: 'stdio', command: 'no-such-program' },
    { kind: 'stdio', command: process.execPath, args: ['-e', 'process.exit(1)'] },
    { kind: 'http', url: 'http://127.0.0.1:9/mcp' },
    { kind: 'http', url: 'not a url' },
  ] as const) {
    const connected = await connectMcp({ name: 'test', transport, connectMs: 5000 });
    expect(connected).toMatchObject({ ok: false, problem: expect.stringMatching(/test could not be reached/) });
  }
  for (const name of ['', 'a b', 'a__b', 'x'.repeat(25), '../x']) {
    expect(await connectMcp({ name, transport: stdio() })).toMatchObject({ ok: false });
  }
});

test('one that does not answer is left after its time; progress begins it anew, and is shown', async () => {
  const connected = await connect(stdio(), { timeoutMs: 3000 });
  expect((await useTool(named(connected, 'test__hang'), {})).error?.code).toBe('timeout');
  const slow = await useTool(named(connected, 'test__slow'), {});
  expect(slow).toMatchObject({ text: 'arrived', live: 'step 1\nstep 2\nstep 3\n' });
});

test('a stop ends the call at once', async () => {
  const connected = await connect();
  const stop = new AbortController();
  const running = useTool(named(connected, 'test__hang'), {}, { signal: stop.signal });
  stop.abort();
  expect((await running).error).toEqual({ message: 'Stopped by the user.', code: 'stopped' });
});

test('[B.6 46] no secret of ours reaches a server; what it was given does', async () => {
  process.env['ANTHROPIC_API_KEY'] = 'canary';
  onTestFinished(() => void delete process.env['ANTHROPIC_API_KEY']);
  const connected = await connect(stdio([], { env: { GIVEN: 'this' } }));
  const { text } = await useTool(named(connected, 'test__environment'), {});
  expect(text).toContain('"GIVEN":"this"');
  expect(text).not.toContain('canary');
});

test('[B.6 43] a server that does not listen is ended all the same, with what it started', async () => {
  const mark = longSleep();
  const connected = await connect(stdio(['deaf', mark]));
  await until(() => sleepers(mark) > 0);
  await connected.close();
  await until(() => alive(mark).length === 0);
  expect((await useTool(named(connected, 'test__echo'), { text: 'x' })).error).toBeDefined();
});

const ORDER: readonly Answer[] = [
  { question: 'Name', values: [], text: 'Ada' },
  { question: 'How many', values: [], text: '3' },
  { question: 'size: as usual', values: ['m'] },
  { question: 'Gift (optional)', values: ['Yes'] },
];

test('time stands still while the person thinks', async () => {
  const connected = await connect(stdio(), { timeoutMs: 3000 });
  const ask = async (): Promise<Settlement> => {
    await new Promise((thought) => setTimeout(thought, 3500));
    return answered(ORDER);
  };
  expect((await useTool(named(connected, 'test__form'), {}, { ask })).text).toMatch(/^ordered/);
});

/** Runs the tool that asks, with somebody who settles each request as given, in turn. */
async function elicited(
  transport: McpServer['transport'],
  settlements: readonly Partial<EventDraft>[],
): Promise<MemoryLedger> {
  const connected = await connect(transport);
  const ledger = MemoryLedger.withPrompt('go');
  settlements.forEach((settlement, n) => {
    const request = `e-c1_0-${n + 1}`;
    ledger.when(
      (event) => event.type === 'request.opened' && event.request === request,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rest of the draft is given by the test
      () => setImmediate(() => ledger.add({ type: 'request.resolved', request, ...settlement } as EventDraft)),
    );
  });
  await runOn(ledger, { script: [[call('test__form')], [say('ok')]], tools: connected.tools });
  return ledger;
}

test('a form is asked of the person and filled in, over both transports', async () => {
  const http = await serveHttp();
  for (const transport of [stdio(), { kind: 'http', url: http.url } as const]) {
    const ledger = await elicited(transport, [{ decision: 'answered', answers: ORDER }]);
    expect(ledger.of('request.opened')).toMatchObject([
      {
        kind: 'elicitation',
        call: 'c1_0',
        title: 'test asks: Your order, please',
        questions: [
          { question: 'Name', free_text: true },
          { question: 'How many', free_text: true },
          { question: 'size: as usual', options: [{ label: 's' }, { label: 'm' }] },
          { question: 'Gift (optional)', options: [{ label: 'Yes' }, { label: 'No' }], optional: true },
        ],
      },
    ]);
    expect(told(ledger)).toEqual(['ordered {"name":"Ada","count":3,"size":"m","gift":true}']);
    expect(outcomes(ledger)).toEqual(['c1_0 done']);
    expect(ledger.state.anomalies.count).toBe(0);
  }
});

test('an answer that does not fit is asked for again; a refusal is passed on', async () => {
  const wrong = ORDER.map((answer) => (answer.question === 'How many' ? { ...answer, text: '30' } : answer));
  const again = await elicited(stdio(), [
    { decision: 'answered', answers: wrong },
    { decision: 'answered', answers: ORDER.slice(1) },
    { decision: 'answered', answers: ORDER.slice(0, 3) },
  ]);
  expect(again.of('request.opened').map(({ title }) => title?.split('\n')[1])).toEqual([
    undefined,
    'The answer to “How many” does not fit.',
    '“Name” needs an answer.',
  ]);
  expect(told(again)).toEqual(['ordered {"name":"Ada","count":3,"size":"m"}']);
  expect(told(await elicited(stdio(), [{ decision: 'deny' }]))).toEqual(['not ordered']);
});

/** A call whose form is open when `then` happens. */
async function whenAsked(then: (ledger: MemoryLedger, stop: AbortController) => void): Promise<MemoryLedger> {
  const [connected, ledger, stop] = [await connect(), MemoryLedger.withPrompt('go'), new AbortController()];
  ledger.when(
    (event) => event.type === 'request.opened',
    () => setImmediate(() => then(ledger, stop)),
  );
  ledger.when(isCompleted('c1_0'), () => stop.abort());
  await runOn(ledger, { script: [[call('test__form')]], tools: connected.tools, signal: stop.signal });
  return ledger;
}

test('a message in the chat instead of an answer withdraws the form', async () => {
  const ledger = await whenAsked((asked) => asked.say('never mind'));
  expect(ledger.of('request.resolved')).toMatchObject([{ decision: 'withdrawn' }]);
  expect(told(ledger)).toEqual(['not ordered']);
});

test('a stop while the person is asked ends the call, and asks nothing any more', async () => {
  const ledger = await whenAsked((_, stop) => stop.abort());
  expect(outcomes(ledger)).toEqual(['c1_0 interrupted']);
  expect([...ledger.state.requests.entries()].map(([, { settled }]) => settled?.decision)).toEqual(['withdrawn']);
});

test('a form that is not simple is refused in words, and nobody is asked', async () => {
  const connected = await connect();
  const ledger = MemoryLedger.withPrompt('go');
  await runOn(ledger, { script: [[call('test__long_form')], [say('ok')]], tools: connected.tools });
  expect(ledger.of('request.opened')).toEqual([]);
  expect(outcomes(ledger)).toEqual(['c1_0 failed']);
  expect(told(ledger)[0]).toMatch(/simple fields/);
});

test('a tool that says it only reads, and writes, is found out by the account of changes', async () => {
  const connected = await connect();
  const workspace = tempFolder();
  const ledger = MemoryLedger.withPrompt('go');
  await runOn(ledger, {
    script: [[call('test__lie', { file: join(workspace, 'made') })], [say('ok')]],
    tools: connected.tools,
    more: { workspace, blobs: new MemoryBlobs() },
  });
  expect(told(ledger)).toEqual(['nothing was written']);
  expect(ledger.of('workspace.changed')).toMatchObject([{ files: [{ path: 'made' }] }]);
});

test('[A2 2] a program that an agent put into a folder of PATH is not started as a server, nor by one', async () => {
  const own = process.env['PATH'] ?? '';
  onTestFinished(() => void (process.env['PATH'] = own));
  const [workspace, mine] = [tempFolder(), tempFolder()];
  const planted = join(workspace, '.venv/bin');
  mkdirSync(planted, { recursive: true });
  for (const name of ['mcp-files', 'only-planted', 'mcp-node']) {
    writeFileSync(join(planted, name), `#!/bin/sh\ntouch ${workspace}/started\n`, { mode: 0o755 });
  }
  // As npx is: a script whose program is looked for once more.
  symlinkSync(process.execPath, join(mine, 'mcp-node'));
  writeFileSync(join(mine, 'mcp-files'), `#!/usr/bin/env mcp-node\nimport(${JSON.stringify(script)});\n`, {
    mode: 0o755,
  });
  process.env['PATH'] = `${planted}:.:${mine}:${own}`;
  const { tools } = await connect({ kind: 'stdio', command: 'mcp-files' }, { writable: [workspace] });
  expect(tools.map(({ name }) => name)).toContain('test__echo');
  expect(
    await connectMcp({ name: 'test', transport: { kind: 'stdio', command: 'only-planted' }, writable: [workspace] }),
  ).toMatchObject({
    ok: false,
    problem:
      'The MCP server test could not be reached: only-planted was found only in folders that agents can write to. Give its absolute path.',
  });
  expect(existsSync(join(workspace, 'started'))).toBe(false);
});

test('[A2 8] what is allowed in the thread is exactly these arguments of a tool of a server, and no others', async () => {
  const { tools } = await connect();
  const saying = (text: string): RunOn => ({
    script: [[call('test__echo', { text })], [say('ok')]],
    tools,
    policy: policyByTool({}, 'ask'),
  });
  const ledger = MemoryLedger.withPrompt('go');
  await runOn(ledger, saying('a'));
  ledger.add({ type: 'request.resolved', request: 'a-c1_0', decision: 'thread', by: '@human' });
  await runOn(ledger, saying('a'));
  ledger.say('again');
  expect(await runOn(ledger, saying('a'))).toEqual({ ended: 'completed' });
  ledger.say('another');
  expect(await runOn(ledger, saying('b'))).toEqual({ ended: 'awaiting_user' });
});
