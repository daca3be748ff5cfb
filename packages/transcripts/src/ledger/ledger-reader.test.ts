import { foldAll, writeLedger, threadOf } from '@toolthread/core';
import { goldenNames, readGolden } from '@toolthread/core/testing';
import { describe, expect, it } from 'vitest';
import { seen } from '../../test/fixtures.ts';
import { outline } from '../../test/outline.ts';
import { readTranscript, tailTranscript } from '../index.ts';

describe('[L1] our own ledger', () => {
  it.each(goldenNames)('comes back as it was: %s', (name) => {
    const events = readGolden(name).map((event) => ({ ...event, thread: 'imported' }));
    const read = readTranscript(writeLedger(readGolden(name)));
    expect(read.format).toBe('ledger');
    expect(read.events).toEqual(events);
    expect(seen(read)).toEqual(seen(threadOf(events)));
  });

  it.each(goldenNames)('with damage and strange lines in it shows the same: %s', (name) => {
    const lines = writeLedger(readGolden(name)).trimEnd().split('\n');
    const damaged = lines.flatMap((line, index) =>
      index % 3 === 1 ? ['{"v":1,"type":"tomorrow"}', line, '{torn'] : [line],
    );
    const read = readTranscript(damaged.join('\n'));
    expect(outline(read)).toEqual(outline(readTranscript(lines.join('\n'))));
    expect(read.state.anomalies.count).toBe(foldAll(readGolden(name)).anomalies.count);
    const strange = damaged.length - lines.length;
    expect(read.account.malformed.length - foldAll(readGolden(name)).account.malformed.length).toBe(strange / 2);
  });

  it.each(goldenNames)('told twice it is told once: %s', (name) => {
    const text = writeLedger(readGolden(name));
    const read = readTranscript(text + text);
    expect(outline(read)).toEqual(outline(readTranscript(text)));
    expect(read.counts['hidden']).toMatchObject({ 'repeated-record': readGolden(name).length });
  });

  it('stays open until it says that it is closed', () => {
    const open = readGolden('tour').filter(({ type }) => type !== 'thread.closed');
    const tail = tailTranscript();
    tail.push(Buffer.from(writeLedger(open)));
    tail.end();
    expect(tail.state.life).toBe(foldAll(open).life);
  });
});
