import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { examineLedger, openLedger, repairLedger } from '@toolthread/store';
import { expect, onTestFinished, test } from 'vitest';
import { message, tryReadAll, unwrap } from './contract/start.ts';
import { temporaryFile } from './temporary-file.ts';
import { change, write } from './written-ledger.ts';

test('[M8] the doctor finds nothing in a sound ledger, while somebody writes to it too, and writes nothing', async () => {
  const { file, threads } = await write(temporaryFile());
  const before = readFileSync(file);
  const counts = { threads: 5, events: 5 * 43, blobs: 1 };
  expect(unwrap(await examineLedger(file))).toEqual({ counts, problems: [] });
  expect(readFileSync(file).equals(before)).toBe(true);
  const ledger = unwrap(await openLedger({ file }));
  onTestFinished(() => ledger.close());
  const [thread = ''] = threads.keys();
  unwrap(await ledger.append(thread, [message('more')]));
  expect(unwrap(await examineLedger(file))).toEqual({ counts: { ...counts, events: 5 * 43 + 1 }, problems: [] });
  expect(await repairLedger(file)).toMatchObject({ ok: false, error: { message: expect.stringContaining('holds') } });
});

test.each([
  [
    'an event',
    (id: string) => `update events set body = replace(body, 'says 7', 'sa1s 7') where thread = '${id}'`,
    /event 10 of 43/,
  ],
  ['a missing event', (id: string) => `delete from events where thread = '${id}' and seq = 20`, /event 20 of 43/],
  [
    'an entry of the list',
    (id: string) => `update threads set summary = '{' where id = '${id}'`,
    /entry in the list is not/,
  ],
  [
    'an entry that lies',
    (id: string) => `update threads set sum = null, summary = replace(summary, 'Ada', 'Eva') where id = '${id}'`,
    /does not say/,
  ],
  ['events of nobody', (id: string) => `delete from threads where id = '${id}'`, /not in the list/],
  ['a blob', () => `update blobs set content = x'00'`, /Blob [0-9a-f]{64}: its bytes/],
  [
    'a blob that is gone',
    (id: string) => `insert into blob_uses values ('abc', '${id}', 2)`,
    /Blob abc: an event names it/,
  ],
])(
  '[M8] the doctor finds %s; after a repair there is nothing to find, and the old file lies beside',
  async (_, sql, words) => {
    const { file, threads } = await write(temporaryFile());
    const [thread = ''] = threads.keys();
    change(file, sql(thread));
    const { problems } = unwrap(await examineLedger(file));
    expect(problems).toEqual([expect.stringMatching(words)]);
    const before = readFileSync(file);
    const account = unwrap(await repairLedger(file));
    const aside = readdirSync(join(file, '..')).find((name) => /^ledger-damaged-.*\.db$/.test(name)) ?? 'none';
    expect(account).toContain(aside);
    expect(readFileSync(join(file, '..', aside)).equals(before)).toBe(true);
    expect(unwrap(await examineLedger(file))).toMatchObject({ counts: { threads: 5 }, problems: [] });
    const ledger = unwrap(await openLedger({ file }));
    onTestFinished(() => ledger.close());
    for (const [id, events] of threads) {
      const read = unwrap(await tryReadAll(ledger, id));
      expect(read).toEqual(events.slice(0, read.length));
      if (id !== thread) expect(read).toHaveLength(43);
      unwrap(await ledger.append(id, [message('on')]));
    }
  },
);

test('[M8] no ledger, and a file that is none, are told in words', async () => {
  const file = temporaryFile();
  expect(await examineLedger(file)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('There is no') },
  });
  writeFileSync(file, 'not a database, but long enough to be taken for one, surely? '.repeat(100));
  expect(unwrap(await examineLedger(file)).problems.length).toBeGreaterThan(0);
  expect(await repairLedger(file)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('move it away') },
  });
});
