import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { ClaudeSession } from '../../test/claude-session.ts';
import { folder } from '../../test/run-cli.ts';
import { GrowingFile } from './growing-file.ts';

test.each([
  ['a pipe', (path: string) => execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', path])],
  ['a device', (path: string) => symlinkSync('/dev/zero', path)],
])('a file that became %s is gone: what may never end is not read', (_, become) => {
  const path = join(folder(), 'session.jsonl');
  writeFileSync(path, '{}\n');
  const file = new GrowingFile(path, 'all');
  onTestFinished(() => file.close());
  expect([file.fate(), file.read()]).toEqual(['there', true]);
  rmSync(path);
  become(path);
  expect(file.fate()).toBe('gone');
});

describe('[strangers] a file that is written anew in its place', () => {
  const before = new ClaudeSession().user('before').text;
  const long = new ClaudeSession().user('x'.repeat(9000)).text;

  function opened(content: string): { readonly file: GrowingFile; readonly path: string } {
    const path = join(folder(), 'session.jsonl');
    writeFileSync(path, content);
    const file = new GrowingFile(path, 'all');
    expect(file.read()).toBe(true);
    return { file, path };
  }

  it.each([
    ['shorter', before, 'short\n'],
    ['as long', before, before.replace('before', 'behind')],
    ['longer', before, `${before.replace('before', 'a longer prompt')}${before}`],
    ['longer, and different only at its beginning', long, long.replace('"user"', '"USER"') + before],
    ['longer, and different only where it was read to', long, long.slice(0, -9) + before + before],
  ])('is not read on, and known by its bytes: %s', (_, old, anew) => {
    const { file, path } = opened(old);
    onTestFinished(() => file.close());
    const { length } = file.thread.events;
    writeFileSync(path, anew);
    expect([file.fate(), file.read()]).toEqual(['rewritten', false]);
    file.ended();
    // The end closes the thread: nothing of the other content is in it.
    expect(file.thread.events.slice(length).filter(({ type }) => type === 'message.posted')).toEqual([]);
  });

  it.each([
    ['as long', (old: string) => old.replace('middle', 'MIDDLE')],
    ['longer, and goes on as before', (old: string) => old.replace('middle', 'MIDDLE') + before],
  ])('and different only in its middle, is known after some looks: %s', (_, change) => {
    const many = new ClaudeSession();
    for (let turn = 0; turn < 40; turn += 1) many.user(`${turn === 23 ? 'middle' : 'turn'} ${'x'.repeat(100_000)}`);
    const { file, path } = opened(many.text);
    onTestFinished(() => file.close());
    expect(Array.from({ length: 8 }, () => file.fate())).toEqual(Array(8).fill('there'));
    writeFileSync(path, change(many.text));
    expect(Array.from({ length: 8 }, () => file.fate())).toContain('rewritten');
  });

  it('is another one than a file that grew, whatever was added in whichever pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 6000 }), { maxLength: 6 }), (sizes) => {
        const { file, path } = opened(before);
        for (const [index, size] of sizes.entries()) {
          appendFileSync(path, String.fromCodePoint(97 + index).repeat(size));
          expect([file.fate(), file.read(), file.fate(), file.read()]).toEqual(['there', true, 'there', false]);
        }
        file.close();
      }),
      { numRuns: 20 },
    );
  });
});
