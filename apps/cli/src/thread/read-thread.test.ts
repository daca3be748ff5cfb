import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { timeline } from '@toolthread/core';
import { openLedger } from '@toolthread/store';
import { describe, expect, it } from 'vitest';
import { ClaudeSession, smallSession } from '../../test/claude-session.ts';
import { folder } from '../../test/run-cli.ts';
import { readFileAlone, readThread, troubleWith } from './read-thread.ts';

const put = (name: string, content: string | Uint8Array): string => {
  const path = join(folder(), name);
  writeFileSync(path, content);
  return path;
};

describe('a thread from a file', () => {
  it('whatever the file is called', async () => {
    for (const name of ['session.jsonl', 'no ending', 'a#b.jsonl', 'x#ses_1']) {
      expect(await readThread(put(name, smallSession().text))).toMatchObject({
        ok: true,
        thread: { format: 'claude-code', title: 'Parser upgrade' },
      });
    }
  });

  it('compressed, and alone', async () => {
    const path = put('session.jsonl.gz', gzipSync(smallSession().text));
    expect(await readThread(path)).toMatchObject({ ok: true });
    expect(await readFileAlone(path)).toMatchObject({ ok: true, thread: { counts: { records: 8 } } });
    const torn = put('torn.gz', gzipSync(smallSession().text).subarray(0, 60));
    for (const read of [readThread, readFileAlone])
      expect(await read(torn)).toMatchObject({ ok: false, what: expect.stringMatching(/could not be read/) });
  });

  it('alone it has no subagents', async () => {
    const at = folder();
    const path = smallSession().write(at, 's-1.jsonl');
    new ClaudeSession('/x', 'child').user('inner').write(at, 's-1', 'subagents', 'agent-a.jsonl');
    const [whole, alone] = [await readThread(path), await readFileAlone(path)];
    expect(whole.ok && whole.thread.counts['records']).toBe(9);
    expect(alone.ok && alone.thread.counts['records']).toBe(8);
  });

  it('of no known format is trouble, but can be counted', async () => {
    const path = put('x.json', '[1, 2, 3]');
    expect(await readThread(path)).toMatchObject({
      ok: false,
      what: expect.stringMatching(/in no format that Toolthread knows/),
    });
    expect(await readFileAlone(path)).toMatchObject({ ok: true, thread: { format: undefined } });
  });
});

describe('why a path is no transcript', () => {
  it.each<[string, () => string, RegExp]>([
    ['nothing there', () => '/nowhere/at/all', /There is no file/],
    ['a way through a file', () => join(put('file', 'x'), 'below'), /There is no file/],
    [
      '[strangers 5] a name that is not UTF-8',
      () => join(folder(), 'a\ufffd'),
      /cannot be opened: its path is not UTF-8/,
    ],
    ['a device', () => '/dev/null', /is not a regular file/],
    ['no bytes', () => put('empty', ''), /is empty/],
    [
      'an image',
      () => put('a.png', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])),
      /binary data/,
    ],
    ['zeros', () => put('zeros.jsonl', '\0'.repeat(9000)), /binary data/],
    ['words in UTF-16', () => put('wide.jsonl', Buffer.from('\ufeff{"a":1}\n{"a":2}\n', 'utf16le')), /text in UTF-16/],
    ['a folder', () => folder(), /is a folder/],
  ])('%s', (_, make, what) => expect(troubleWith(make())?.what).toMatch(what));

  describe('[issue 12, files d] zeros cost the lines that they stand in', () => {
    const { lines } = new ClaudeSession().user('one').says('the answer').user('two').says('the end');
    const [one = '', answer = '', two = '', end = ''] = lines;
    const zeros = '\0'.repeat(500);

    it.each<[string, string, number]>([
      ['at the end', `${lines.join('\n')}\n${zeros}`, 4],
      ['a line', [one, answer, zeros, two, end].join('\n'), 4],
      ['at the beginning', `${zeros}\n${lines.join('\n')}`, 4],
      ['before the first record', `${zeros}${lines.join('\n')}`, 4],
      ['the rest of a line', [one, answer, two.slice(0, 40) + zeros, end].join('\n'), 3],
      ['the rest of the first line', [one.slice(0, 40) + zeros, answer, two, end].join('\n'), 3],
    ])('%s', async (_, content, records) => {
      const read = await readThread(put('session.jsonl', content));
      expect(read).toMatchObject({ ok: true, thread: { format: 'claude-code' } });
      const items = read.ok ? [...timeline(read.thread).items] : [];
      expect(items.filter(({ kind }) => kind === 'message' || kind === 'answer')).toHaveLength(records);
      expect(read.ok && read.thread.state.account.malformed.length).toBe(1);
    });
  });

  it('none, for what may be one', () => {
    for (const content of ['{', 'x', '\ufeff{}', '\r\n']) expect(troubleWith(put('file', content))).toBeUndefined();
  });

  it('opencode’s folder: name one of its sessions', () => {
    const at = folder();
    mkdirSync(join(at, 'storage/session/p'), { recursive: true });
    const info = { id: 'ses_1', title: 't', directory: '/x', time: { created: 1, updated: 2 } };
    writeFileSync(join(at, 'storage/session/p/ses_1.json'), JSON.stringify(info));
    expect(troubleWith(at)).toMatchObject({
      what: expect.stringMatching(/holds 1 session\./),
      whatToDo: `Name one: ${at}#ses_1`,
    });
  });

  it('[issue 11] a session of opencode’s folder by the first letters of its id', async () => {
    const at = folder();
    const title = async (session: string): Promise<string | undefined> => {
      const read = await readThread(`${at}#${session}`);
      return read.ok ? read.thread.title : `${read.what} ${read.whatToDo}`;
    };
    mkdirSync(join(at, 'storage/session/p'), { recursive: true });
    for (const id of ['ses_12a', 'ses_12b', 'ses_3', 'ses_31']) {
      const info = { id, title: `Title of ${id}`, directory: '/x', time: { created: 1, updated: 2 } };
      writeFileSync(join(at, `storage/session/p/${id}.json`), JSON.stringify(info));
    }
    expect(await title('ses_12b')).toBe('Title of ses_12b');
    expect(await title('ses_3')).toBe('Title of ses_3');
    expect(await title('ses_31')).toBe('Title of ses_31');
    expect(await title('ses_12')).toMatch(
      /^2 sessions begin with ses_12\. Name one:\n.*#ses_12[ab]\b.*\n.*#ses_12[ab]\b/,
    );
    expect(await title('ses')).toContain(`There is no session ses in ${at}.`);
    expect(await title('ses_9')).toContain(`There is no session ses_9 in ${at}.`);
    rmSync(join(at, 'storage/session/p/ses_12a.json'));
    expect(await title('ses_12')).toBe('Title of ses_12b');
  });
});

describe('a database', () => {
  async function ledger(...titles: string[]): Promise<{ readonly file: string; readonly threads: readonly string[] }> {
    const file = join(folder(), 'ledger.db');
    const opened = await openLedger({ file });
    if (!opened.ok) throw new Error(opened.error.message);
    const threads: string[] = [];
    for (const title of titles) {
      const created = await opened.value.createThread({ title });
      threads.push((created.ok && created.value[0]?.thread) || '');
    }
    await opened.value.close();
    return { file, threads };
  }

  it('of Toolthread itself: its threads are listed, and each can be opened', async () => {
    const { file, threads } = await ledger('Parser', 'Tests');
    for (const read of [readThread, readFileAlone]) {
      const asked = await read(file);
      expect(asked).toMatchObject({ ok: false, what: `${file} holds 2 threads.` });
      for (const thread of threads) expect(!asked.ok && asked.whatToDo).toContain(`${file}#${thread}`);
      expect(await read(`${file}#${threads[0]}`)).toMatchObject({ ok: true, thread: { state: { title: 'Parser' } } });
    }
    expect(await readThread((await ledger()).file)).toMatchObject({
      ok: false,
      what: expect.stringMatching(/0 threads/),
    });
  });

  it('[22] a thread that is not in it: those that are there are listed', async () => {
    const { file, threads } = await ledger('Parser', 'Tests');
    for (const read of [readThread, readFileAlone]) {
      const asked = await read(`${file}#nobody`);
      expect(asked).toMatchObject({ ok: false, what: `There is no thread nobody in ${file}.` });
      for (const thread of threads) expect(!asked.ok && asked.whatToDo).toContain(`${file}#${thread}`);
      expect(!asked.ok && asked.whatToDo).not.toContain('doctor');
    }
    const none = await readThread(`${(await ledger()).file}#nobody`);
    expect(none).toMatchObject({ ok: false, whatToDo: 'There is nothing to open in it yet.' });
  });

  it.each<[string, (file: string) => void]>([
    ['of another program', (file) => sqlite(file, 'create table notes (id text)')],
    ['with one table that opencode has, too', (file) => sqlite(file, 'create table session (id text)')],
    [
      'with the tables of opencode, but not their columns',
      (file) => sqlite(file, 'create table session (x); create table message (x); create table part (x)'),
    ],
    ['with one table that a ledger has, too', (file) => sqlite(file, 'create table threads (id text)')],
    ['that is broken', (file) => writeFileSync(file, `SQLite format 3\0${'x'.repeat(5000)}`)],
    ['that is cut off', (file) => writeFileSync(file, 'SQLite format 3\0')],
  ])('%s is told in words', async (_, make) => {
    const file = join(folder(), 'some.db');
    make(file);
    for (const path of [file, `${file}#ses_1`]) {
      for (const read of [readThread, readFileAlone]) {
        expect(await read(path)).toMatchObject({ ok: false, what: expect.stringContaining(file) });
      }
    }
  });

  function sqlite(file: string, sql: string): void {
    const database = new DatabaseSync(file);
    database.exec(sql);
    database.close();
  }
});
