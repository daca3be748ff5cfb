import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
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
    ['a way through a file', () => join(put('file', 'x'), 'below'), /cannot be opened \(ENOTDIR\)/],
    ['a device', () => '/dev/null', /is no plain file/],
    ['no bytes', () => put('empty', ''), /is empty/],
    [
      'an image',
      () => put('a.png', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])),
      /binary data/,
    ],
    ['a folder', () => folder(), /is a folder/],
  ])('%s', (_, make, what) => expect(troubleWith(make())?.what).toMatch(what));

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
});
