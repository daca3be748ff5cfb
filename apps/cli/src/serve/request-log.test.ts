import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DebugEntry } from '@toolthread/providers';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { requestLog } from './request-log.ts';

/** The real one, counted. A mock of the module would miss those who have it already: files of tests share what they load. */
const real = promises.appendFile;
const appendFile = vi.fn<typeof real>(real);
const use = (write: typeof real): void => {
  promises.appendFile = write;
  syncBuiltinESMExports();
};
beforeAll(() => use(appendFile));
afterAll(() => use(real));

const SECRET = 'f3b1c2d4-e5a6-9788-6756';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'toolthread-log-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const entry = (request: number, kind: DebugEntry['kind'], payload: unknown): DebugEntry => {
  return { kind, request, provider: 'anthropic', model: 'm', payload: JSON.stringify(payload) };
};

async function logged(into: string, entries: readonly DebugEntry[]): Promise<unknown[]> {
  const problems: unknown[] = [];
  const log = requestLog(into, { list: () => [SECRET] }, (error) => problems.push(error));
  for (const one of entries) void log.take(one);
  await log.close();
  return problems;
}

const linesOf = (path: string): { kind: string; payload: unknown }[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): { kind: string; payload: unknown } => JSON.parse(line));

test('[002 log] each request has a file of its own, for its owner only, though they are answered at once', async () => {
  const into = folder();
  await logged(into, [
    entry(1, 'request', { messages: ['one'] }),
    entry(2, 'request', { messages: ['two'] }),
    entry(1, 'frame', { type: 'message_start' }),
    entry(2, 'failure', 'no network'),
    entry(1, 'end', null),
    entry(2, 'end', null),
  ]);
  const names = readdirSync(into).toSorted();
  expect(names).toHaveLength(2);
  expect(names.map((name) => statSync(join(into, name)).mode & 0o777)).toEqual([0o600, 0o600]);
  expect(names.map((name) => linesOf(join(into, name)).map(({ kind, payload }) => [kind, payload]))).toEqual([
    [
      ['request', { messages: ['one'] }],
      ['frame', { type: 'message_start' }],
    ],
    [
      ['request', { messages: ['two'] }],
      ['failure', 'no network'],
    ],
  ]);
});

test('[002 log] secrets are taken out, also one that a model spells over several frames; its other words are all there', async () => {
  const into = folder();
  const said = `It is ${SECRET}, they say. f3b1`;
  const pieces = [...said].map((text) => entry(1, 'frame', { type: 'content_block_delta', index: 0, delta: { text } }));
  const other = entry(1, 'frame', { type: 'content_block_delta', index: 1, delta: { text: 'between' } });
  await logged(into, [
    entry(1, 'request', { system: `key ${SECRET}`, [SECRET]: 1 }),
    ...pieces.slice(0, 15),
    other,
    ...pieces.slice(15),
    entry(1, 'end', null),
  ]);
  const [name = ''] = readdirSync(into);
  const lines = linesOf(join(into, name));
  const words = lines
    .filter(({ payload }) => !JSON.stringify(payload).includes('between'))
    .map(({ payload }) => /"text":"((?:[^"\\]|\\.)*)"/.exec(JSON.stringify(payload))?.[1] ?? '')
    .join('');
  expect(words).toBe('It is [redacted], they say. f3b1');
  expect(readFileSync(join(into, name), 'utf8')).not.toContain(SECRET);
});

test.each([1, 6, 12, 20, 22])('[002 log] nor half of a key, cut after %i letters', async (cut) => {
  const into = folder();
  const said = `your key is ${SECRET}`;
  const pieces = [said.slice(0, 12 + cut), `${said.slice(12 + cut)} ok`];
  await logged(into, [
    ...pieces.map((text) => entry(1, 'frame', { type: 'content_block_delta', index: 0, delta: { text } })),
    entry(1, 'end', null),
  ]);
  const [name = ''] = readdirSync(into);
  const written = readFileSync(join(into, name), 'utf8');
  expect(written).toContain('[redacted] ok');
  for (let from = 0; from + 6 <= SECRET.length; from += 1) expect(written).not.toContain(SECRET.slice(from, from + 6));
});

test('[002 log] it is bounded: of one request and of all; what is not ours stays, and nothing is read of what has no room', async () => {
  const into = folder();
  writeFileSync(join(into, 'notes.txt'), 'mine');
  const entries = Array.from({ length: 130 }, (_, n) => [entry(n + 1, 'request', n), entry(n + 1, 'end', null)]).flat();
  const log = requestLog(into, { list: () => [SECRET] }, (error) => expect(error).toBe(undefined));
  for (const one of entries) void log.take(one);
  const long = entry(131, 'request', { text: 'x'.repeat(1_000_000) });
  for (let n = 0; n < 18; n += 1) await log.take(long);
  const parse = vi.spyOn(JSON, 'parse');
  await log.take(entry(131, 'frame', { text: 'x' }));
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
  await log.take(entry(131, 'end', null));
  await log.close();
  const names = readdirSync(into).toSorted();
  expect(names).toContain('notes.txt');
  expect(names).toHaveLength(101);
  const last = names.find((name) => name.includes('-000131-')) ?? '';
  expect(statSync(join(into, last)).size).toBeLessThan(17 * 1024 * 1024);
  expect(linesOf(join(into, last)).at(-1)?.kind).toBe('cut');
});

test('[A5 log] 4,000 frames at once are few writes, and each is there in its order', async () => {
  const into = folder();
  const count = 4000;
  const frame = (n: number): DebugEntry => entry(1, 'frame', { index: 0, n, delta: { arguments: '[' } });
  const log = requestLog(into, { list: () => [SECRET] }, (error) => expect(error).toBe(undefined));
  const appends = appendFile.mock.calls.length;
  for (let n = 0; n < count; n += 1) await log.take(frame(n));
  await log.take(entry(1, 'end', null));
  const [name = ''] = readdirSync(into);
  const lines = linesOf(join(into, name));
  expect(lines.map(({ payload }) => payload)).toMatchObject(Array.from({ length: count }, (_, n) => ({ n })));
  const made = appendFile.mock.calls.length - appends;
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThan(count / 4);
  await log.close();
});

test('[002 log] a folder that cannot be written to is told of once, and ends nothing', async () => {
  const gone = join(folder(), 'gone');
  expect(await logged(gone, [entry(1, 'request', 1), entry(2, 'request', 2)])).toHaveLength(1);
});

test('[attack 8] a folder that is named like a log file stays, and stops no removal', async () => {
  const into = folder();
  const name = '2000-01-01T00-00-00-000Z-000001-anthropic.jsonl';
  mkdirSync(join(into, name));
  const entries = Array.from({ length: 130 }, (_, n) => [entry(n + 1, 'request', n), entry(n + 1, 'end', null)]).flat();
  expect(await logged(into, entries)).toEqual([]);
  expect(readdirSync(into)).toHaveLength(101);
  expect(readdirSync(into)).toContain(name);
});

/** What was written, and all texts that `piece` finds in a line, joined. */
async function spelled(frames: readonly unknown[], piece: RegExp): Promise<{ written: string; words: string }> {
  const into = folder();
  await logged(into, [...frames.map((frame) => entry(1, 'frame', frame)), entry(1, 'end', null)]);
  const [name = ''] = readdirSync(into);
  const written = readFileSync(join(into, name), 'utf8');
  const words = linesOf(join(into, name)).map(({ payload }) => piece.exec(JSON.stringify(payload))?.[1] ?? '');
  return { written, words: words.join('') };
}

test.each<[string, (letter: string) => unknown]>([
  ['the name of a call', (x) => ({ choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { x } }] } }] })],
  ['an unknown field', (x) => ({ choices: [{ index: 0, delta: { annot: { x } } }] })],
  ['a list in a list', (x) => ({ choices: [{ delta: { reasoning_details: [{ summary: [[{ x }]] }] } }] })],
  ['a field of the frame', (x) => ({ type: 'response.output_text.delta', output_index: 1, x })],
  ['a part with an id that changes', (x) => ({ item_id: `msg_${Math.random()}`, output_index: 0, x })],
  ['a part with an id', (x) => ({ item_id: 'msg_1', x })],
])('[attack 7] a secret that is spelled in %s is marked', async (_, frame) => {
  const names = ['x', 'name', 'summary', 'id', 'type'];
  for (const name of names) {
    const frames = [...`say ${SECRET}, f3`].map((letter): unknown =>
      JSON.parse(JSON.stringify(frame(letter)).replace('"x":', `"${name}":`)),
    );
    const { words } = await spelled(frames, new RegExp(`"(?:${name}|text)":"([^"]*)"(?!.*"${name}")`));
    expect([name, words]).toEqual([name, 'say [redacted], f3']);
  }
});

test('[attack 7] calls that stream at once have each their own words, wherever they stand in the list', async () => {
  const call = (index: number, args: string): unknown => ({
    choices: [{ index: 0, delta: { tool_calls: [{ index, function: { arguments: args } }] } }],
  });
  const first = [...`a ${SECRET} b`];
  const second = [...`c ${SECRET} d`];
  const frames = first.flatMap((letter, at) => [call(0, letter), call(1, second[at] ?? '')]);
  const piece = (index: number): RegExp => new RegExp(`"index":${index},"function":{"arguments":"([^"]*)"`);
  expect((await spelled(frames, piece(0))).words).toBe('a [redacted] b');
  expect((await spelled(frames, piece(1))).words).toBe('c [redacted] d');
});

test('[attack 7] kinds, ids and reasons read as they came, though they end as a secret begins', async () => {
  const frame = {
    id: 'msg_f3b',
    type: 'chunk_f',
    role: 'assist_f3',
    model: 'm-f3',
    choices: [{ finish_reason: 'of_f' }],
  };
  const { written } = await spelled([frame, frame, frame], /x/);
  expect(written.split(JSON.stringify(frame))).toHaveLength(4);
  expect(written).not.toContain('"kind":"end"');
});

test('[attack 7] texts that are never finished cost a bounded number of streams; what is beyond is left out', async () => {
  const frames = Array.from({ length: 1200 }, (_, index) => ({ index, text: 'f3b1' }));
  const { written } = await spelled(frames, /x/);
  expect(written.split('[left out')).toHaveLength(201);
});
