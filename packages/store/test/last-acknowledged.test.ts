/** A file that has less than was acknowledged is sound in itself. The record beside it tells. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { EventDraft } from '@toolthread/core';
import { backupLedger, examineLedger, type Ledger, openLedger, repairLedger, restoreLedger } from '@toolthread/store';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { message, tryReadAll, unwrap } from './contract/start.ts';
import { temporaryFile } from './temporary-file.ts';

const FRAME = 24 + 4096;
const EMPTY = Buffer.alloc(0);
const ENDS = ['', '-wal', '-last'] as const;
const delta: EventDraft = { type: 'agent.text.delta', step: 1, part: 0, offset: 0, text: 'x'.repeat(300) };

type Files = Readonly<Partial<Record<(typeof ENDS)[number], Buffer>>>;

interface Written {
  /** What lay there after each message. */
  readonly moments: readonly Files[];
  readonly last: Files;
  /** How many events each thread has in the end. */
  readonly threads: ReadonlyMap<string, number>;
}

function filesOf(file: string): Files {
  return Object.fromEntries(ENDS.filter((end) => existsSync(file + end)).map((end) => [end, readFileSync(file + end)]));
}

/** Two threads, while the server that wrote them is there. `sessions`: how often it was started. */
async function write(sessions: 1 | 2): Promise<Written> {
  const file = temporaryFile();
  let ledger = unwrap(await openLedger({ file }));
  const ids: string[] = [];
  for (const title of ['Ada', 'Bob']) ids.push(unwrap(await ledger.createThread({ title }))[0]?.thread ?? '');
  if (sessions === 2) {
    await ledger.close();
    ledger = unwrap(await openLedger({ file }));
  }
  onTestFinished(() => ledger.close());
  const moments: Files[] = [];
  for (let n = 0; n < 4; n += 1) {
    for (const id of ids) {
      unwrap(await ledger.append(id, [message(`${n} ${'word '.repeat(60)}`)]));
      moments.push(filesOf(file));
      unwrap(await ledger.append(id, [delta]));
    }
  }
  const threads = new Map<string, number>();
  for (const id of ids) unwrap(await ledger.append(id, [message('the last')]));
  for (const id of ids) threads.set(id, unwrap(await tryReadAll(ledger, id)).length);
  return { moments, last: filesOf(file), threads };
}

function put(file: string, files: Files): void {
  for (const name of readdirSync(dirname(file))) rmSync(join(dirname(file), name));
  for (const end of ENDS) if (files[end] !== undefined) writeFileSync(file + end, files[end]);
}

/** What is said of files at a start: nothing, that it cannot be begun, or what is missing. */
async function said(file: string): Promise<readonly string[]> {
  const before = filesOf(file);
  const words: string[] = [];
  const opened = await openLedger({ file, onDamage: (told) => void words.push(told) });
  if (opened.ok) {
    await opened.value.close();
    return words;
  }
  // An empty log is what a look leaves.
  expect({ '-wal': EMPTY, ...filesOf(file) }).toEqual({ '-wal': EMPTY, ...before });
  return [opened.error.message];
}

function changed(log: Buffer, change: 'cut' | 'zeroed' | 'overwritten', at: number, bytes: number): Buffer {
  if (change === 'cut') return log.subarray(0, at);
  const other = Buffer.from(log);
  if (change === 'zeroed') return other.fill(0, at);
  for (let n = at; n < Math.min(at + bytes, other.length); n += 1) other[n] = (other[n] ?? 0) ^ 0xa5;
  return other;
}

for (const sessions of [1, 2] as const) {
  test(`[L6] [M8] wherever a log is cut off, zeroed or overwritten, it is said: ${sessions} sessions`, async () => {
    const { last, threads } = await write(sessions);
    const log = last['-wal'] ?? EMPTY;
    const file = temporaryFile();
    const change = fc.constantFrom('cut' as const, 'zeroed' as const, 'overwritten' as const);
    await fc.assert(
      fc.asyncProperty(change, fc.nat(log.length - 1), fc.integer({ min: 1, max: 9000 }), async (how, at, bytes) => {
        put(file, { ...last, '-wal': changed(log, how, at, bytes) });
        expect(unwrap(await examineLedger(file)).problems.join()).toContain('events that were acknowledged');
        const words = (await said(file)).join('\n');
        expect(words).toMatch(/It is damaged|no thread in it can be read/);
        // How many there were is known to the last one.
        for (const [, thread = '', of] of words.matchAll(/Thread (\S+) .*: the first \d+ of its (\d+) events/g))
          expect([thread, Number(of)]).toEqual([thread, threads.get(thread)]);
      }),
      {
        numRuns: 10,
        examples: [
          ['cut', 0, 1],
          ['cut', log.length - 1, 1],
          ['zeroed', 32, 1],
          ['zeroed', log.length - FRAME, 1],
          ['overwritten', log.length - 100, 1],
        ],
      },
    );
  });

  test(`[L6] [M8] a log that is gone, or is an older one, is said: ${sessions} sessions`, async () => {
    const { last, moments } = await write(sessions);
    const file = temporaryFile();
    const { '-wal': _, ...without } = last;
    for (const files of [without, ...moments.map((moment) => ({ ...last, '-wal': moment['-wal'] }))]) {
      put(file, files);
      expect((await said(file)).join()).toMatch(/It is damaged|no thread in it can be read/);
    }
  });

  test(`[L6] no false alarm: the record may say less than the file, at any moment: ${sessions} sessions`, async () => {
    const { last, moments } = await write(sessions);
    const file = temporaryFile();
    const { '-last': record = EMPTY, ...without } = last;
    const records = [...moments.map((moment) => moment['-last'] ?? EMPTY), EMPTY];
    const torn = Buffer.from(record);
    for (let at = 20; at < torn.length; at += 256) torn.write('\0\0\0', at);
    for (const files of [last, without, ...moments, ...[...records, torn].map((one) => ({ ...last, '-last': one }))]) {
      put(file, files);
      expect(unwrap(await examineLedger(file)).problems).toEqual([]);
      expect(await said(file)).toEqual([]);
    }
  });
}

test('[L6] an older copy of the whole file is said; a thread that had more is not written to until it is repaired', async () => {
  const file = temporaryFile();
  const ledger = unwrap(await openLedger({ file }));
  const id = unwrap(await ledger.createThread({ title: 'Ada' }))[0]?.thread ?? '';
  await ledger.close();
  const older = readFileSync(file);
  await appendOne(file, id);
  writeFileSync(file, older);
  const words: string[] = [];
  const opened = unwrap(await openLedger({ file, onDamage: (told) => void words.push(told) }));
  expect(words.join()).toContain(`Thread ${id} (Ada): the first 1 of its 2 events could be read.`);
  expect(await opened.append(id, [message('on')])).toMatchObject({ ok: false, error: { code: 'damaged' } });
  await opened.close();
  unwrap(await repairLedger(file));
  await appendOne(file, id);
  expect(await said(file)).toEqual([]);
});

async function appendOne(file: string, thread: string): Promise<void> {
  const ledger = unwrap(await openLedger({ file, onDamage: (told) => expect.unreachable(told) }));
  unwrap(await ledger.append(thread, [message('one more')]));
  await ledger.close();
}

test('[L6] no false alarm: threads that were deleted, more threads than are recorded, long names', async () => {
  const file = temporaryFile();
  const ledger = unwrap(await openLedger({ file }));
  const ids = Array.from({ length: 300 }, (_, n) => `${n}-${'ä'.repeat(n % 150)}`);
  for (const id of ids) unwrap(await ledger.createThread({}, { id }));
  for (const id of ids.slice(-40)) unwrap(await ledger.deleteThread(id));
  for (const id of ids.slice(0, 40)) unwrap(await ledger.append(id, [message('again')]));
  const files = filesOf(file);
  expect(statSync(`${file}-last`).size).toBeLessThanOrEqual(1 << 16);
  await ledger.close();
  expect(await said(file)).toEqual([]);
  const copy = temporaryFile();
  put(copy, files);
  expect(await said(copy)).toEqual([]);
});

test('[L6] no false alarm: another ledger under the same name, begun anew or restored', async () => {
  const file = temporaryFile();
  const backup = `${file}.backup`;
  const ledger = unwrap(await openLedger({ file }));
  const id = unwrap(await ledger.createThread({ title: 'Ada' }))[0]?.thread ?? '';
  unwrap(await backupLedger({ from: file, to: backup }));
  unwrap(await ledger.append(id, [message('after the backup')]));
  await ledger.close();
  rmSync(file);
  unwrap(await restoreLedger({ from: backup, to: file }));
  expect(await said(file)).toEqual([]);
  rmSync(file);
  expect(await said(file)).toEqual([]);
  expect(await said(file)).toEqual([]);
});

test('[L6] no false alarm: a look while a server writes and deletes', async () => {
  const file = temporaryFile();
  const ledger = unwrap(await openLedger({ file }));
  onTestFinished(() => ledger.close());
  const writing = writeAndDelete(ledger);
  for (let n = 0; n < 20; n += 1) {
    const { problems } = unwrap(await examineLedger(file));
    expect(problems.filter((words) => words.includes('acknowledged'))).toEqual([]);
    await new Promise((resolve) => void setImmediate(resolve));
  }
  await writing;
});

async function writeAndDelete(ledger: Ledger): Promise<void> {
  for (let n = 0; n < 40; n += 1) {
    const id = unwrap(await ledger.createThread({}))[0]?.thread ?? '';
    unwrap(await ledger.append(id, [message('words')]));
    if (n % 2 === 0) unwrap(await ledger.deleteThread(id));
  }
}
