import { timeline } from '@toolthread/core';
import type { Item } from '@toolthread/core';
import { contentsText } from '@toolthread/core/lines';
import { aboutThread, readTranscript } from '@toolthread/transcripts';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ClaudeSession } from '../../test/claude-session.ts';
import { folder } from '../../test/run-cli.ts';
import { newestPart } from './newest-part.ts';

/** Turns of about 300 KB, so that 2 MB hold some of them. */
function turns(count: number): string {
  return Array.from({ length: count }, (_, turn) =>
    new ClaudeSession('/home/me/parser', `t${turn}`)
      .user(`question ${turn}`)
      .calls(`c${turn}`, 'Bash', { command: `ls ${turn}` })
      .result(`c${turn}`, 'x'.repeat(300_000))
      .says(`answer ${turn}`),
  )
    .map(({ text }) => text)
    .join('');
}

const told = (items: readonly Item[]): string[] =>
  items.flatMap((item) => (item.kind === 'message' ? [contentsText(item.parts)] : [item.kind]));

describe('the newest part of a large file', () => {
  it('tells the same of its turns as the whole file does', () => {
    const path = join(folder(), 'session.jsonl');
    writeFileSync(path, turns(60));
    const { size } = statSync(path);
    const newest = newestPart(path, size);
    const whole = told(timeline(readTranscript(turns(60))).items.toArray());
    const part = told(newest?.items ?? []);
    expect(part.length).toBeGreaterThan(10);
    expect(part[0]).toMatch(/^question \d+$/);
    expect(whole.slice(-part.length)).toEqual(part);
    expect(newest?.skipped).toBeGreaterThan(size - 2.5 * 1024 * 1024);
  });

  it('of a last turn that is long: the turns before it too, from a larger part', () => {
    const path = join(folder(), 'session.jsonl');
    const long = new ClaudeSession('/home/me/parser', 'long').user('the long one');
    for (let n = 0; n < 10; n += 1)
      long.calls(`l${n}`, 'Bash', { command: `ls ${n}` }).result(`l${n}`, 'x'.repeat(300_000));
    writeFileSync(path, `${turns(60)}${long.says('done').text}`);
    const { size } = statSync(path);
    const newest = newestPart(path, size);
    const part = told(newest?.items ?? []);
    expect(part.slice(-3)).toEqual(['the long one', 'group', 'answer']);
    expect(part.filter((words) => words.startsWith('question')).length).toBeGreaterThan(1);
    expect(newest?.skipped).toBeGreaterThan(size - 8.5 * 1024 * 1024);
  });

  it('[issue 11] says whose it is: from the first records of the file, and when it ended from the last', () => {
    const path = join(folder(), 'session.jsonl');
    writeFileSync(path, turns(60));
    const whole = aboutThread(readTranscript(turns(60)));
    expect(whole.startedAt).toBeLessThan(whole.endedAt ?? 0);
    expect(newestPart(path, statSync(path).size)?.about).toEqual(whole);
  });

  it('of a small file is all of it', () => {
    const path = join(folder(), 'session.jsonl');
    writeFileSync(path, turns(2));
    expect(newestPart(path, statSync(path).size)).toMatchObject({ format: 'claude-code', skipped: 0 });
  });

  it('of one turn that is longer than all that is read: its newest entries', () => {
    const path = join(folder(), 'session.jsonl');
    const one = new ClaudeSession().user('go');
    for (let n = 0; n < 120; n += 1)
      one.calls(`c${n}`, 'Bash', { command: `ls ${n}` }).result(`c${n}`, 'x'.repeat(300_000));
    writeFileSync(path, one.text);
    const newest = newestPart(path, statSync(path).size);
    expect(newest?.items.map(({ kind }) => kind)).toContain('group');
    expect(newest?.skipped).toBeGreaterThan(0);
  });

  it('does not exist where later records need the earlier ones, or nobody spoke', () => {
    const ledger = join(import.meta.dirname, '../../../../packages/core/fixtures/tour.jsonl');
    expect(newestPart(ledger, statSync(ledger).size)).toBeUndefined();
    const silent = new ClaudeSession().says('only an answer').write(folder(), 'session.jsonl');
    expect(newestPart(silent, statSync(silent).size)).toBeUndefined();
  });
});
