import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Ledger, openLedger, repairLedger } from '@toolthread/store';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { message, tryReadAll, unwrap } from './contract/start.ts';
import { temporaryFile } from './temporary-file.ts';
import { change, NAMES, write } from './written-ledger.ts';

/** As soon as the look at all threads has come to this one. */
async function damageOf(ledger: Ledger, thread: string): Promise<string> {
  for (;;) {
    const { damage } = unwrap(await ledger.thread(thread));
    if (damage !== undefined) return damage;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const damages: readonly (readonly [string, (thread: string) => string, number])[] = [
  [
    'a letter of a word',
    (id) => `update events set body = replace(body, 'says 7', 'sa1s 7') where thread = '${id}'`,
    9,
  ],
  ['a bracket', (id) => `update events set body = replace(body, '{"v"', '["v"') where thread = '${id}' and seq = 5`, 4],
  ['a body that is no text', (id) => `update events set body = x'00ff' where thread = '${id}' and seq = 1`, 0],
  ['an event that is gone', (id) => `delete from events where thread = '${id}' and seq = 20`, 19],
  ['the last event, gone', (id) => `delete from events where thread = '${id}' and seq = 43`, 42],
  [
    'two events in each other’s place',
    (id) => `update events set seq = -seq where thread = '${id}' and seq in (3, 4);
    update events set seq = 7 + seq where thread = '${id}' and seq < 0`,
    2,
  ],
];

test.each(damages)(
  '[M8] %s: the thread is told as damaged, read up to there and not written to; the rest works',
  async (_, sql, sound) => {
    const { file, threads } = await write(temporaryFile());
    const [damaged = '', other = ''] = [...threads.keys()];
    change(file, sql(damaged));
    const ledger = unwrap(await openLedger({ file }));
    onTestFinished(() => ledger.close());
    const before = readFileSync(file);
    for (const written of [
      await ledger.append(damaged, [message('more')]),
      await ledger.claimRun(damaged, 'run'),
      await ledger.purge(damaged, 2, { purged: 'x', by: '@human' }),
    ]) {
      expect(written).toMatchObject({
        ok: false,
        error: { code: 'damaged', message: expect.stringContaining('doctor') },
      });
    }
    expect(await damageOf(ledger, damaged)).toContain(`event ${sound + 1} `);
    const events = threads.get(damaged) ?? [];
    if (sound > 0) {
      expect(unwrap(await ledger.read(damaged, { after: 0, limit: 1000 }))).toEqual(events.slice(0, sound));
    }
    expect(await ledger.read(damaged, { after: sound, limit: 1 })).toMatchObject({
      ok: false,
      error: { code: 'damaged' },
    });
    const list = unwrap(await ledger.listThreads({ limit: 100 }));
    expect(list.flatMap(({ id, damage }) => (damage === undefined ? [] : id))).toEqual([damaged]);
    expect(readFileSync(file)).toEqual(before);
    unwrap(await ledger.append(other, [message('more')]));
  },
);

test.each([
  ['no JSON', (id: string) => `update threads set summary = '{"calls' where id = '${id}'`],
  ['another title', (id: string) => `update threads set summary = replace(summary, 'Bob', 'Bub') where id = '${id}'`],
  ['a title that is none', (id: string) => `update threads set summary = x'ff' where id = '${id}'`],
  ['another count', (id: string) => `update threads set seq = 12 where id = '${id}'`],
  ['a count beyond numbers', (id: string) => `update threads set seq = 9223372036854775807 where id = '${id}'`],
  [
    'a date that is none',
    (id: string) => `update threads set summary = 'null', created_at = 'x', sum = null where id = '${id}'`,
  ],
  [
    'a summary of another shape',
    (id: string) => `update threads set summary = '{"unread":7}', sum = null where id = '${id}'`,
  ],
])('[M8] in the list %s: it is listed as damaged among the others, and can be read', async (_, sql) => {
  const { file, threads } = await write(temporaryFile());
  const damaged = [...threads.keys()][1] ?? '';
  change(file, sql(damaged));
  const ledger = unwrap(await openLedger({ file }));
  onTestFinished(() => ledger.close());
  const list = unwrap(await ledger.listThreads({ limit: 100 }));
  expect(list.map(({ id }) => id).toSorted()).toEqual([...threads.keys()].toSorted());
  expect(list.filter(({ damage }) => damage !== undefined).map(({ id }) => id)).toEqual([damaged]);
  expect(unwrap(await ledger.read(damaged, { after: 0, limit: 10 }))).toHaveLength(10);
  expect(await ledger.append(damaged, [message('more')])).toMatchObject({ ok: false, error: { code: 'damaged' } });
  unwrap(await ledger.listUnfinished());
});

test('[M8] [B.6 4] a truncated file is set aside with its date, as it is, and what can be read goes on in a new one, in words', async () => {
  const { file, threads } = await write(temporaryFile());
  const whole = readFileSync(file);
  // The beginnings of the tables, which come first, are left.
  const cut = Math.floor((whole.length * 2) / 3 / 4096) * 4096;
  truncateSync(file, cut);
  const words: string[] = [];
  const ledger = unwrap(await openLedger({ file, onDamage: (said) => void words.push(said) }));
  onTestFinished(() => ledger.close());
  const aside = readdirSync(join(file, '..')).find((name) => /^ledger-damaged-\d{4}-.*\.db$/.test(name)) ?? 'none';
  expect(words).toEqual([expect.stringContaining(aside)]);
  expect(readFileSync(join(file, '..', `${aside}.txt`), 'utf8')).toContain('Threads that are whole');
  expect(readFileSync(join(file, '..', aside)).equals(whole.subarray(0, cut))).toBe(true);
  for (const { id } of unwrap(await ledger.listThreads({ limit: 100 }))) {
    const events = await tryReadAll(ledger, id);
    if (events.ok) expect(events.value).toEqual(threads.get(id));
    else expect(events.error.code).toBe('damaged');
  }
  await ledger.close();
  await unwrap(await openLedger({ file, onDamage: () => expect.unreachable('it is sound now') })).close();
});

test('[M8] the account says of each thread what is known: whole, the first of so many, or that nobody knows', async () => {
  const { file, threads } = await write(temporaryFile());
  const [whole = '', cut = '', unknown = ''] = threads.keys();
  change(file, `delete from events where thread = '${cut}' and seq > 30`);
  change(
    file,
    `delete from events where thread = '${unknown}' and seq > 20; delete from threads where id = '${unknown}'`,
  );
  // An older version has left no record of what it acknowledged.
  rmSync(`${file}-last`);
  const words = unwrap(await repairLedger(file));
  expect(words).toContain('Threads that are whole: 3.');
  expect(words).not.toContain(`Thread ${whole}`);
  expect(words).toContain(`Thread ${cut} (Bob): the first 30 of its 43 events could be read.`);
  expect(words).toContain(`Thread ${unknown} (Cy): 20 events could be read. Whether there were more is not known.`);
  expect(words).not.toMatch(/a repair was asked for|or it is not known/);
});

test('[M8] [A9 3] a letter in the description of the tables: the file is set aside, and every thread goes on whole', async () => {
  const { file, threads } = await write(temporaryFile());
  const sound = readFileSync(file);
  for (const [text, letter] of [
    ['on threads (expires_at)', 14],
    ['CREATE INDEX threads_unfinished', 3],
    ['CREATE TABLE events', 15],
    ['tableeventsevents', 7],
    ['tableblobsblobs', 2],
    ['size bigint not null,\n      body', 29],
    ['CREATE TABLE schema_version', 10],
  ] as const) {
    const copy = temporaryFile();
    const broken = Buffer.from(sound);
    const at = broken.indexOf(text) + letter;
    broken[at] = (broken[at] ?? 0) ^ 1;
    writeFileSync(copy, broken);
    let words = '';
    const ledger = unwrap(await openLedger({ file: copy, onDamage: (said) => (words = said) }));
    expect([text, words]).toEqual([text, expect.stringContaining(`Threads that are whole: ${NAMES.length}.`)]);
    for (const [thread, events] of threads) expect(unwrap(await tryReadAll(ledger, thread))).toEqual(events);
    await ledger.close();
    const aside = readdirSync(join(copy, '..')).filter((name) => /-damaged-.*\.db$/.test(name));
    expect(aside.map((name) => readFileSync(join(copy, '..', name)).equals(broken))).toEqual([true]);
  }
});

test.each([
  ['of another version', `update said_words_config set v = 0 where k = 'version'`],
  ['without its settings', `delete from said_words_config`],
  ['without its pages', `delete from said_words_data`],
  ['with other pages', `update said_words_data set block = x'00'`],
])('[M8] an index of the search that is %s loses nothing: every thread goes on whole', async (_, sql) => {
  const { file, threads } = await write(temporaryFile());
  // SQLite lets nobody else write there.
  const changing = new DatabaseSync(file, { defensive: false });
  changing.exec(sql);
  changing.close();
  const words: string[] = [];
  const ledger = unwrap(await openLedger({ file, onDamage: (told) => words.push(told) }));
  onTestFinished(() => ledger.close());
  for (const [thread, events] of threads) {
    expect(unwrap(await ledger.read(thread, { after: 0, limit: 1000 }))).toEqual(events);
    unwrap(await ledger.append(thread, [message('more')]));
  }
  expect(words.length).toBeLessThan(2);
});

test('[M8] a death while a file is set aside loses nothing: the next start goes on from there', async () => {
  const { file, threads } = await write(temporaryFile());
  copyFileSync(file, `${file}.salvaged`);
  for (const gone of [[], [''], ['', '-wal']]) {
    if (!existsSync(`${file}.salvaged`)) copyFileSync(file, `${file}.salvaged`);
    writeFileSync(`${file}-wal`, 'the tail of the broken file');
    for (const end of gone) rmSync(file + end, { force: true });
    const ledger = unwrap(await openLedger({ file }));
    expect(unwrap(await ledger.listThreads({ limit: 100 }))).toHaveLength(threads.size);
    await ledger.close();
  }
});

test('[B.6 4] the tail of the log is torn: what was committed before it is there, and the ledger goes on', async () => {
  const { file, threads } = await write(temporaryFile());
  const ledger = unwrap(await openLedger({ file }));
  onTestFinished(() => ledger.close());
  const [thread = ''] = threads.keys();
  for (let n = 0; n < 20; n += 1) unwrap(await ledger.append(thread, [message(`late ${n}`)]));
  const copy = temporaryFile();
  for (const keep of [0, 20, 33, 5000, 40_000, readFileSync(`${file}-wal`).length - 7]) {
    copyFileSync(file, copy);
    // Another file than that of the round before, and without a record: whether the tail was acknowledged is not known.
    rmSync(`${copy}-last`, { force: true });
    writeFileSync(`${copy}-wal`, readFileSync(`${file}-wal`).subarray(0, keep));
    const torn = unwrap(await openLedger({ file: copy, onDamage: (words) => expect.unreachable(words) }));
    const events = unwrap(await tryReadAll(torn, thread));
    expect(events.slice(0, 43)).toEqual(threads.get(thread));
    unwrap(await torn.append(thread, [message('on')]));
    await torn.close();
  }
});

test('[M8] a page of the list that is broken: its threads are damaged, and others can be made', async () => {
  const { file, threads } = await write(temporaryFile());
  const raw = new DatabaseSync(file);
  const pages = raw.prepare("select rootpage from sqlite_master where tbl_name = 'threads' and rootpage > 0").all();
  const size = Number(raw.prepare('pragma page_size').get()?.['page_size']);
  raw.close();
  expect(pages.length).toBeGreaterThan(1);
  const sound = readFileSync(file);
  const places = pages.flatMap(({ rootpage }) =>
    // Where the rows are: at the end of a page.
    Array.from({ length: 10 }, (_, back) => Number(rootpage) * size - 1 - back * 23),
  );
  for (const place of places) {
    const copy = temporaryFile();
    const broken = Buffer.from(sound);
    broken[place] = (broken[place] ?? 0) ^ 0xff;
    writeFileSync(copy, broken);
    const opened = await openLedger({ file: copy });
    if (!opened.ok) continue;
    for (const [thread, events] of threads) {
      const read = await tryReadAll(opened.value, thread);
      if (read.ok) expect(read.value).toEqual(events);
      else expect(['damaged', 'no_such_thread']).toContain(read.error.code);
    }
    unwrap(await opened.value.createThread({ title: 'It goes on' }));
    await opened.value.close();
  }
});

test('[M8] [B.6 4] bytes flipped and files cut at random: it opens, or says why not; what is not damaged is as it was; the list is a list', async () => {
  const { file, threads } = await write(temporaryFile());
  const sound = readFileSync(file);
  const copy = temporaryFile();
  const tally = { opened: 0, refused: 0, whole: 0, damaged: 0, missing: 0 };
  const flips = fc.array(fc.tuple(fc.nat(sound.length - 1), fc.integer({ min: 1, max: 255 })), {
    minLength: 1,
    maxLength: 4,
  });
  const cut = fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: sound.length - 1 }) },
  );
  await fc.assert(
    fc.asyncProperty(flips, cut, async (bytes, end) => {
      for (const name of readdirSync(join(copy, '..'))) rmSync(join(copy, '..', name));
      const broken = Buffer.from(sound.subarray(0, end));
      for (const [at, by] of bytes) if (at < broken.length) broken[at] = (broken[at] ?? 0) ^ by;
      writeFileSync(copy, broken);
      const opened = await openLedger({ file: copy });
      if (!opened.ok) {
        tally.refused += 1;
        expect(opened.error.message.length).toBeGreaterThan(20);
        expect(readFileSync(copy).equals(broken)).toBe(true);
        return;
      }
      tally.opened += 1;
      const ledger = opened.value;
      const list = await ledger.listThreads({ limit: 100 });
      expect(list.ok ? [] : list.error.code).toEqual([]);
      for (const [thread, events] of threads) {
        const read = await tryReadAll(ledger, thread);
        if (read.ok) {
          tally.whole += 1;
          expect(read.value).toEqual(events);
          continue;
        }
        tally[read.error.code === 'damaged' ? 'damaged' : 'missing'] += 1;
        expect(['damaged', 'no_such_thread']).toContain(read.error.code);
        const appended = await ledger.append(thread, [message('more')]);
        expect(appended.ok).toBe(false);
      }
      unwrap(await ledger.createThread({ title: 'It goes on' }));
      await ledger.close();
    }),
    {
      numRuns: 60,
      examples: [
        [
          [
            [2286, 64],
            [40, 1],
          ],
          undefined,
        ],
        // The header's word on who may write.
        [[[18, 1]], undefined],
      ],
    },
  );
  expect(tally.whole).toBeGreaterThan(tally.damaged + tally.missing);
  expect(tally.opened).toBeGreaterThan(tally.refused);
});
