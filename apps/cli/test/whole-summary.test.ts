/** A field of a thread's summary is named where it is read from its column, where it is told, where that is described and where a page reads it. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { listThreads } from '@toolthread/client';
import { fieldsOf, listOf } from '@toolthread/core/json';
import type { Summary, ThreadSummary } from '@toolthread/core/summary';
import { createHub, createRunner, createServer, tokenRow } from '@toolthread/server';
import { type Ledger, openLedger, type Result } from '@toolthread/store';
import { expect, onTestFinished, test } from 'vitest';
import { folder } from './run-cli.ts';

/** Every field with a value that nobody would set in its place: the compiler asks for a new one. */
const KEPT: Required<Summary> = {
  title: 'Upgrade the parser',
  status: 'awaiting_user',
  stop: 'guard',
  turn: 'stopped',
  calls: 7,
  failed: 3,
  waiting: 2,
  approvals: 1,
  workedMs: 4321,
  agent: 'reviewer',
  model: 'model-1',
  project: '/home/ada/parser',
  pinned: true,
  place: 'archive',
  placedAt: 1234,
};

test('[L3] every field of a summary comes from its column by way of the route, as it is described, to whoever asks with the client', async () => {
  const file = join(folder(), 'ledger.db');
  const before = unwrap(await openLedger({ file }));
  const [created] = unwrap(await before.createThread({ title: 'Another' }));
  const id = created?.thread ?? '';
  await before.close();
  const raw = new DatabaseSync(file);
  const row = raw.prepare('select summary from threads where id = ?').get(id);
  const summary = JSON.stringify({ ...JSON.parse(String(row?.['summary'])), ...KEPT });
  const write =
    'update threads set summary = ?, created_at = 11, updated_at = 12, unfinished = 1, place = 1, sum = null';
  raw.prepare(write).run(summary);
  raw.close();
  const damage = 'Its third event is missing.';
  const whole: Required<ThreadSummary> = {
    ...KEPT,
    id,
    seq: 1,
    createdAt: 11,
    updatedAt: 12,
    unfinished: true,
    damage,
    may: ['look', 'read'],
  };
  const opened = unwrap(await openLedger({ file }));
  onTestFinished(() => opened.close());
  // No column has it: it is what was found when the events were read.
  const listed: Ledger['listThreads'] = async (page) => {
    const found = await opened.listThreads(page);
    return found.ok ? { ok: true, value: found.value.map((thread) => ({ ...thread, damage })) } : found;
  };
  const endpoint = await serve({ ...opened, listThreads: listed });
  const page = await listThreads(endpoint, { place: 'archive' });
  expect(page).toEqual({ ok: true, value: { threads: [whole], next: undefined } });
  const [told] = listOf((await ask(endpoint, '/api/threads?place=archive'))['threads']);
  const described = field(await ask(endpoint, '/api/openapi.json'), 'paths', '/api/threads', 'get', 'responses', '200');
  const { properties } = field(described, 'content', 'application/json', 'schema', 'properties', 'threads', 'items');
  expect(Object.keys(fieldsOf(told)).toSorted()).toEqual(Object.keys(fieldsOf(properties)).toSorted());
});

const TOKEN = 'a-token-of-the-tests';

interface Served {
  readonly baseUrl: string;
  readonly token: string;
}

async function serve(ledger: Ledger): Promise<Served> {
  const hub = createHub();
  const onError = (error: unknown): void => expect.unreachable(String(error));
  const runner = createRunner({
    ledger,
    agent: { run: () => expect.unreachable('a run'), hasWork: () => false, recover: () => [] },
    onError,
  });
  // Its row says what it may do: one that may do everything is told nothing of it.
  const row = tokenRow('reader', TOKEN, { may: 'read' });
  const server = createServer({ token: () => [row], onError, ledger, hub, runner });
  const listening = await server.listen({ host: '127.0.0.1', port: 0 });
  if (!listening.ok) throw new Error(listening.message);
  onTestFinished(async () => {
    await server.close();
    await runner.close();
  });
  return { baseUrl: `http://127.0.0.1:${listening.port}`, token: TOKEN };
}

async function ask({ baseUrl, token }: Served, path: string): Promise<Readonly<Record<string, unknown>>> {
  const answer = await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } });
  return fieldsOf(await answer.json());
}

function field(value: unknown, ...names: readonly string[]): Readonly<Record<string, unknown>> {
  return fieldsOf(names.reduce<unknown>((at, name) => fieldsOf(at)[name], value));
}

function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
