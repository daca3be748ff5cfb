/** SQLite ends its log at the first broken frame and says nothing. What was acknowledged behind it is not lost in silence. */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { EventDraft } from '@toolthread/core';
import { examineLedger, openLedger, repairLedger } from '@toolthread/store';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { message, tryReadAll, unwrap } from './contract/start.ts';
import { temporaryFile } from './temporary-file.ts';

const FRAME = 24 + 4096;
const delta: EventDraft = { type: 'agent.text.delta', step: 1, part: 0, offset: 0, text: 'x'.repeat(300) };

interface Written {
  readonly main: Buffer;
  readonly log: Buffer;
  readonly threads: ReadonlyMap<string, number>;
  /** Up to here the log was synced when something else was written to it. */
  readonly synced: number;
}

/** Two threads, in the file and in its log, while the server that wrote them is there. */
async function write(): Promise<Written> {
  const file = temporaryFile();
  const first = unwrap(await openLedger({ file }));
  const ids: string[] = [];
  for (const title of ['Ada', 'Bob']) ids.push(unwrap(await first.createThread({ title }))[0]?.thread ?? '');
  await first.close();
  const ledger = unwrap(await openLedger({ file }));
  onTestFinished(() => ledger.close());
  for (let n = 0; n < 12; n += 1) {
    for (const id of ids) unwrap(await ledger.append(id, [message(`${n} ${'word '.repeat(60)}`)]));
    unwrap(await ledger.append(ids[0] ?? '', [delta]));
  }
  const synced = statSync(`${file}-wal`).size;
  for (const id of ids) unwrap(await ledger.append(id, [message('the last')]));
  const threads = new Map<string, number>();
  for (const id of ids) threads.set(id, unwrap(await tryReadAll(ledger, id)).length);
  return { main: readFileSync(file), log: readFileSync(`${file}-wal`), threads, synced };
}

function put(file: string, { main }: Written, log: Buffer): void {
  for (const name of readdirSync(dirname(file))) rmSync(join(dirname(file), name));
  writeFileSync(file, main);
  writeFileSync(`${file}-wal`, log);
}

function overwritten(log: Buffer, at: number, bytes = 40): Buffer {
  const broken = Buffer.from(log);
  for (let n = at; n < Math.min(at + bytes, broken.length); n += 1) broken[n] = (broken[n] ?? 0) ^ 0xa5;
  return broken;
}

test('[M8] a log that is overwritten in its middle: the file is set aside with it, and threads that had more say so', async () => {
  const written = await write();
  const file = temporaryFile();
  const log = overwritten(written.log, Math.floor(written.log.length / 2));
  put(file, written, log);
  const { problems } = unwrap(await examineLedger(file));
  expect(problems).toContainEqual(expect.stringContaining('its log is broken'));
  const words: string[] = [];
  const ledger = unwrap(await openLedger({ file, onDamage: (said) => void words.push(said) }));
  onTestFinished(() => ledger.close());
  const aside = join(
    dirname(file),
    readdirSync(dirname(file)).find((name) => /^ledger-damaged-.*\.db$/.test(name)) ?? '',
  );
  expect([readFileSync(aside).equals(written.main), readFileSync(`${aside}-wal`).equals(log)]).toEqual([true, true]);
  for (const [thread] of written.threads) {
    expect(words.join()).toMatch(new RegExp(`Thread ${thread} \\(\\w+\\): the first \\d+ of its \\d+ events`));
    expect(await tryReadAll(ledger, thread)).toMatchObject({ ok: false, error: { code: 'damaged' } });
    expect(await ledger.append(thread, [message('more')])).toMatchObject({ ok: false, error: { code: 'damaged' } });
    expect(await ledger.claimRun(thread, 'run')).toMatchObject({ ok: false, error: { code: 'damaged' } });
  }
  await ledger.close();
  unwrap(await repairLedger(file));
  const repaired = unwrap(await openLedger({ file, onDamage: (said) => expect.unreachable(said) }));
  onTestFinished(() => repaired.close());
  for (const [thread] of written.threads) unwrap(await repaired.append(thread, [message('on')]));
});

test('[M8] wherever a log is overwritten before its end, nothing that was acknowledged is gone in silence', async () => {
  const written = await write();
  const file = temporaryFile();
  const tally = { told: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.nat(written.synced - 1), fc.integer({ min: 1, max: 9000 }), async (at, bytes) => {
      const log = overwritten(written.log, at, Math.min(bytes, written.synced - at));
      put(file, written, log);
      const words: string[] = [];
      const opened = await openLedger({ file, onDamage: (said) => void words.push(said) });
      if (!opened.ok) {
        tally.refused += 1;
        expect([readFileSync(file).equals(written.main), readFileSync(`${file}-wal`).equals(log)]).toEqual([
          true,
          true,
        ]);
        return;
      }
      tally.told += 1;
      expect(words).toEqual([expect.stringContaining('It is damaged')]);
      await opened.value.close();
    }),
    {
      numRuns: 25,
      examples: [
        [0, 4],
        [16, 8],
        [24, 8],
        [32, 24],
        [32 + FRAME + 8, 8],
        [32 + FRAME + 16, 8],
      ],
    },
  );
  expect(tally.told).toBeGreaterThan(20);
});

test('[B.6 4] what a log may look like is no damage: torn in its last transaction, or with an older one behind it', async () => {
  const written = await write();
  const file = temporaryFile();
  const frames = Math.floor((written.log.length - 32) / FRAME);
  const last = 32 + (frames - 1) * FRAME;
  const older = Buffer.concat([written.log, overwritten(written.log.subarray(32), 8, 8)]);
  for (const log of [overwritten(written.log, last + 100), written.log.subarray(0, last + 5), older, written.log]) {
    put(file, written, log);
    const problems = unwrap(await examineLedger(file)).problems;
    expect(problems).toEqual([]);
    const ledger = unwrap(await openLedger({ file, onDamage: (said) => expect.unreachable(said) }));
    await ledger.close();
  }
});
