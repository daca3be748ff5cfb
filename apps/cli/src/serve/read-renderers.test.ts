import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readRenderers } from './read-renderers.ts';

function folders(): { data: string; workspace: string; other: string } {
  const root = mkdtempSync(join(tmpdir(), 'toolthread-renderers-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const made = { data: join(root, 'data'), workspace: join(root, 'work'), other: join(root, 'other') };
  for (const folder of Object.values(made)) mkdirSync(folder);
  return made;
}

test('the file is read once, as it is at the start', () => {
  const { data, workspace, other } = folders();
  const renderers = join(other, 'mine.js');
  writeFileSync(renderers, 'export const renderers = () => [];');
  expect(readRenderers({ data, workspace, renderers })).toEqual({
    ok: true,
    text: 'export const renderers = () => [];',
  });
  expect(readRenderers({ data, workspace, renderers: undefined })).toEqual({ ok: true, text: undefined });
});

test('nothing that an agent could write is run in the page, by whatever name it goes', () => {
  const { data, workspace, other } = folders();
  const link = join(other, 'link.js');
  writeFileSync(join(workspace, 'mine.js'), '');
  symlinkSync(join(workspace, 'mine.js'), link);
  for (const renderers of [join(workspace, 'mine.js'), join(data, 'workspaces/t1/mine.js'), link, workspace]) {
    const read = readRenderers({ data, workspace, renderers });
    expect([renderers, read]).toMatchObject([
      renderers,
      { ok: false, what: expect.stringContaining('an agent could') },
    ]);
  }
});

test('[A5 renderers] a file that has a second name is refused, wherever that is: it may be in the workspace', () => {
  const { data, workspace, other } = folders();
  const renderers = join(other, 'mine.js');
  for (const second of [join(workspace, 'theirs.js'), join(other, 'theirs.js')]) {
    writeFileSync(second, '');
    linkSync(second, renderers);
    expect(readRenderers({ data, workspace, renderers })).toMatchObject({
      ok: false,
      what: expect.stringContaining('an agent could'),
      whatToDo: expect.stringContaining('Copy it'),
    });
    rmSync(second);
    expect(readRenderers({ data, workspace, renderers })).toEqual({ ok: true, text: '' });
    rmSync(renderers);
  }
});

test('a file that is not there, or is a folder, is told in words', () => {
  const { data, other } = folders();
  for (const renderers of [join(other, 'nothing.js'), other])
    expect(readRenderers({ data, workspace: undefined, renderers })).toMatchObject({
      ok: false,
      what: expect.stringContaining(renderers),
    });
});

test.skipIf(process.platform === 'win32')(
  'a pipe, a device, a huge file and what is no text are refused in words, and not waited for',
  () => {
    const { data, other } = folders();
    const path = (name: string): string => join(other, name);
    execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', path('pipe.js')]);
    writeFileSync(path('huge.js'), Buffer.alloc(10_000_001));
    writeFileSync(path('latin.js'), Buffer.from('// caf\u00e9', 'latin1'));
    for (const [renderers, what] of [
      [path('pipe.js'), 'is not a regular file'],
      ['/dev/zero', 'is not a regular file'],
      [path('huge.js'), 'has 10000001 bytes'],
      [path('latin.js'), 'is not valid UTF-8 text'],
    ] as const)
      expect(readRenderers({ data, workspace: undefined, renderers })).toMatchObject({
        ok: false,
        what: expect.stringContaining(what),
      });
  },
);
