/** The program with its threads in a real PostgreSQL. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startStub } from '@toolthread/provider-stub';
import type { Turn } from '@toolthread/provider-stub';
import { postgresName } from '@toolthread/store';
import { ownUrl, query, startPostgres } from '@toolthread/test-postgres';
import type { StartedPostgres } from '@toolthread/test-postgres';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { dataFolder, folder, PATIENCE_MS, printedBy, runCli, startCli } from '../../test/run-cli.ts';
import { runHere } from '../../test/run-here.ts';

const TOKEN = 'a-token-for-the-test-0123456789';
const NO_KEYS = { ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '', GEMINI_API_KEY: '' };
const TABLES = 'select relname from pg_class where relnamespace = current_schema()::regnamespace';
let postgres: StartedPostgres;
beforeAll(async () => {
  postgres = await startPostgres({ durable: true });
});
afterAll(() => postgres.remove());

interface Fields {
  readonly [name: string]: unknown;
}

interface Program {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly call: (path: string, body?: object) => Promise<Fields>;
  /** The first event of that type, once it is there. */
  readonly until: (thread: string, type: string) => Promise<Fields>;
}

async function started(
  data: string,
  env: { readonly [name: string]: string },
  more: readonly string[] = [],
): Promise<Program> {
  const child = startCli(['serve', '--port', '0', '--data', data, '--no-open', ...more], {
    env: { ...NO_KEYS, TOOLTHREAD_TOKEN: TOKEN, ...env },
  });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const [out, err] = [printedBy(child, 'stdout'), printedBy(child, 'stderr')];
  const said = (): string => out() + err();
  await expect.poll(() => out().includes('answers') || child.exitCode !== null, { timeout: PATIENCE_MS }).toBe(true);
  const [url = ''] = /http:\/\/[^/#\s]+/.exec(out()) ?? [];
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', accept: 'application/json' };
  const call = async (path: string, body?: object): Promise<Fields> => {
    const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return JSON.parse(await (await fetch(`${url}${path}`, { ...post, headers })).text());
  };
  const until = async (thread: string, type: string): Promise<Fields> => {
    let found: Fields | undefined;
    const isThere = async (): Promise<boolean> => {
      const { events } = await call(`/api/threads/${thread}/events?limit=500`);
      found = Array.isArray(events) ? events.find((event: Fields) => event['type'] === type) : undefined;
      return found !== undefined;
    };
    await expect.poll(isThere).toBe(true);
    return found ?? {};
  };
  return { child, said, call, until };
}

const shell = (command: string): Turn => ({
  say: [{ type: 'call', name: 'run_shell_command', arguments: JSON.stringify({ command }) }],
});
const done: Turn = { say: [{ type: 'text', text: 'Done with the zebra.' }] };

test(
  '[L6] threads are in the database: a run goes through a restart of it, and no tool is told where it is',
  { timeout: PATIENCE_MS },
  async () => {
    const [url, data, workspace] = [await ownUrl(postgres.url), folder(), folder()];
    const place = postgresName(url);
    expect(place).toMatch(/^postgres:\/\/localhost\/postgres, schema s\w+$/);
    const stub = await startStub({});
    stub.script([
      shell('echo "[$DATABASE_URL$DATABASE_DIRECT_URL]"; touch begun; until [ -e go ]; do sleep 0.1; done'),
      done,
    ]);
    onTestFinished(() => stub.close());
    const key = { ANTHROPIC_API_KEY: 'sk-0123456789', ANTHROPIC_BASE_URL: stub.url('anthropic') };
    const program = await started(data, { ...key, DATABASE_URL: url, DATABASE_DIRECT_URL: url }, [
      '--workspace',
      workspace,
    ]);
    expect(program.said()).toContain(`Threads are kept in ${place}\n`);
    const { id } = await program.call('/api/threads', { title: 'Shared' });
    const thread = String(id);
    await program.call(`/api/threads/${thread}/messages`, { text: 'Run it.' });
    const asked = await program.until(thread, 'request.opened');
    await program.call(`/api/threads/${thread}/approvals/${String(asked['request'])}`, { decision: 'once' });
    await expect.poll(() => existsSync(join(workspace, 'begun'))).toBe(true);
    const atWork = await runHere(['delete', thread, '--data', data, '--yes'], { env: { DATABASE_URL: url } });
    expect(atWork).toMatchObject({ code: 1, stderr: expect.stringContaining('A server is at work in this thread') });
    await postgres.stop('immediate');
    writeFileSync(join(workspace, 'go'), '');
    await postgres.startAgain();
    const ran = await program.until(thread, 'agent.tool.completed');
    expect(ran).toMatchObject({ outcome: 'done' });
    expect(JSON.stringify(ran['parts'])).toContain('[]');
    await program.until(thread, 'agent.text.delta');
    await expect.poll(() => program.call(`/api/threads/${thread}`)).toMatchObject({ status: 'completed' });
    // How much of a quick restart the server meets depends on the moment; one that lasts is in the log.
    await postgres.stop('immediate');
    await expect.poll(program.said, { timeout: PATIENCE_MS }).toMatch(/toolthread: database (?:lost|refuses), why /);
    await postgres.startAgain();
    await expect.poll(program.said, { timeout: PATIENCE_MS }).toContain('toolthread: database back\n');
    // The index and the figures read the same ledger.
    const found = (): Promise<Fields> => program.call('/api/search?words=zebra');
    await expect.poll(found).toMatchObject({ hits: [expect.objectContaining({ id: thread })] });
    const used = await runCli(['usage', '--data', data, '--json'], { env: { DATABASE_URL: url } });
    expect(used).toMatchObject({ code: 0, stdout: expect.stringContaining('"calls":1') });
    program.child.kill('SIGTERM');
    await once(program.child, 'exit');
    expect(readdirSync(data)).not.toContain('ledger.db');
    expect(readFileSync(join(data, 'ledger.postgres'), 'utf8')).toMatch(new RegExp(`^${place}\\nid \\S+\\n$`));
    const without = await runCli(['serve', '--data', data, '--no-open'], { env: NO_KEYS });
    expect(without).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`are in ${place}.`),
    });
    const deleted = await runHere(['delete', thread, '--data', data, '--yes'], { env: { DATABASE_URL: url } });
    expect(deleted).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Deleted Shared/) });
  },
);

test('a second program works on the same database; when the first was killed, its threads are there', async () => {
  const url = await ownUrl(postgres.url);
  const [first, second] = await Promise.all([
    started(folder(), { DATABASE_URL: url }, ['--node', 'first']),
    started(folder(), { DATABASE_URL: url }, ['--node', 'second', '--shared-workspaces', folder()]),
  ]);
  const { id } = await first.call('/api/threads', { title: 'Of the first' });
  expect(await second.call(`/api/threads/${String(id)}`)).toMatchObject({ title: 'Of the first' });
  await expect.poll(second.said, { timeout: PATIENCE_MS }).toContain('toolthread: node came, node first\n');
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  await second.call(`/api/threads/${String(id)}/messages`, { text: 'Hello' });
  await second.until(String(id), 'agent.text.delta');
  expect(await query(url, 'select name from nodes order by name')).toEqual([{ name: 'first' }, { name: 'second' }]);
  await expect.poll(second.said, { timeout: PATIENCE_MS }).toContain('toolthread: node went, node first\n');
});

test('a database with tables of another program, and a folder with threads of its own, are refused in words and left as they are', async () => {
  const url = await ownUrl(postgres.url);
  await query(url, 'create table customers (id bigint)');
  const taken = await started(folder(), { DATABASE_URL: url });
  expect(taken.child.exitCode).toBe(1);
  expect(taken.said()).toContain('There are tables of another program in this database.');
  expect(taken.said()).toContain('Without it threads are kept in the data folder.');
  expect(await query(url, TABLES)).toEqual([{ relname: 'customers' }]);
  const own = await started(dataFolder(), { DATABASE_URL: await ownUrl(postgres.url) });
  expect(own.child.exitCode).toBe(1);
  expect(own.said()).toMatch(
    /There are threads in .+ledger\.db, and DATABASE_URL names postgres:\/\/localhost\/postgres, schema \w+\./,
  );
});

test('threads are moved to the database and back, and the folder knows where they are', async () => {
  const [url, data] = [await ownUrl(postgres.url), folder()];
  const env = { DATABASE_URL: url };
  const first = await started(data, { DATABASE_URL: '' });
  const { id } = await first.call('/api/threads', { title: 'Moved' });
  const moving = ['db', 'move', '--data', data, '--to'];
  const held = await runHere([...moving, 'postgres'], { env });
  expect(held).toMatchObject({ code: 1, stderr: expect.stringContaining('Stop it first. Nothing was moved.') });
  first.child.kill('SIGTERM');
  await once(first.child, 'exit');
  const there = await runHere([...moving, 'postgres'], { env });
  expect(there).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining(`1 thread, 1 event, 0 blobs are in ${postgresName(url)},`),
  });
  expect(readdirSync(data).filter((name) => name.endsWith('.db'))).toEqual([
    expect.stringMatching(/^ledger-moved-.*\.db$/),
  ]);
  const second = await started(data, env);
  expect(await second.call(`/api/threads/${String(id)}`)).toMatchObject({ title: 'Moved' });
  second.child.kill('SIGTERM');
  await once(second.child, 'exit');
  const back = await runHere([...moving, 'sqlite'], { env });
  expect(back).toMatchObject({ code: 0, stderr: '' });
  const third = await started(data, { DATABASE_URL: '' });
  expect(await third.call(`/api/threads/${String(id)}`)).toMatchObject({ title: 'Moved' });
  // No other node goes on with what is there no more.
  const other = folder();
  const old = await runCli(['serve', '--data', other, '--port', '0', '--no-open'], { env });
  const file = join(data, 'ledger.db');
  expect(old).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`The threads that were here are in ${file} now.`),
  });
  expect(await runHere(['db', 'reopen', '--data', other], { env })).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining(postgresName(url)),
  });
  expect(await runHere(['db', 'reopen', '--data', other], { env })).toMatchObject({ code: 1 });
});

test(
  '[issue 14] a run that waits on one node is stopped on another, which has not its files; nothing is undone in storage of somebody else',
  { timeout: PATIENCE_MS },
  async () => {
    const [url, stub, data] = [await ownUrl(postgres.url), await startStub({}), folder()];
    stub.script([shell('echo one > one.txt'), done, shell('echo two > two.txt')]);
    onTestFinished(() => stub.close());
    const env = { ANTHROPIC_API_KEY: 'sk-0123456789', ANTHROPIC_BASE_URL: stub.url('anthropic'), DATABASE_URL: url };
    const [first, second] = [await started(data, env), await started(folder(), env)];
    const { id } = await first.call('/api/threads', { title: 'Two nodes' });
    const thread = `/api/threads/${String(id)}`;
    await first.call(`${thread}/messages`, { text: 'One.' });
    const asked = await first.until(String(id), 'request.opened');
    await first.call(`${thread}/approvals/${String(asked['request'])}`, { decision: 'once' });
    const { change } = await first.until(String(id), 'workspace.changed');
    await expect.poll(() => first.call(thread)).toMatchObject({ status: 'completed' });
    const mark = join(data, 'workspaces', '.toolthread-database');
    const own = readFileSync(mark, 'utf8');
    writeFileSync(mark, 'another\n');
    const undo = `${thread}/changes/${String(change)}/undo`;
    expect(await first.call(undo, {})).toMatchObject({ error: { code: 'no_workspace' } });
    expect(existsSync(join(data, 'workspaces', String(id), 'one.txt'))).toBe(true);
    writeFileSync(mark, own);
    await first.call(`${thread}/messages`, { text: 'Two.' });
    await expect.poll(() => first.call(thread)).toMatchObject({ status: 'awaiting_user' });
    await second.call(`${thread}/stop`, {});
    await expect.poll(() => second.call(thread)).toMatchObject({ status: 'cancelled', waiting: 0 });
    expect(await first.call(undo, {})).toMatchObject({ change: expect.any(String) });
    expect(existsSync(join(data, 'workspaces', String(id), 'one.txt'))).toBe(false);
  },
);
