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

  it.each(goldenNames)('is read by the numbers of its events, whatever the order of its lines: %s', (name) => {
    const lines = writeLedger(readGolden(name)).trimEnd().split('\n');
    const whole = readTranscript(lines.join('\n'));
    const swapped = lines.flatMap((_, at) => (at % 2 === 0 ? lines.slice(at, at + 2).toReversed() : []));
    for (const order of [lines.toReversed(), swapped, [...lines.slice(3), ...lines.slice(0, 3)]]) {
      expect(readTranscript(order.join('\n')).events).toEqual(whole.events);
      expect(readTranscript(order.join('\n'), { goesOn: true }).events).toEqual(whole.events);
    }
  });

  const reasons = (lines: readonly string[]): readonly string[] =>
    readTranscript(lines.join('\n'))
      .account.malformed.toArray()
      .map(({ reason }) => reason);

  it('[L4] names what is missing, unless a line stands there that cannot be read', () => {
    const lines = writeLedger(readGolden('tour')).trimEnd().split('\n');
    const before = reasons(lines);
    const named = (changed: readonly string[]): readonly string[] =>
      reasons(changed).filter((one) => !before.includes(one));
    expect(named(lines.toSpliced(3, 1))).toEqual(['event 4 is missing']);
    expect(named(lines.toSpliced(3, 2))).toEqual(['events 4 to 5 are missing']);
    expect(named(lines.slice(2))).toEqual(['events 1 to 2 are missing']);
    expect(named(lines.with(3, '{"v":1,"type":"tomorrow","seq":4}'))).toEqual([]);
    expect(named(lines.with(3, '{"v":1,"torn'))).toEqual(['cut off']);
  });

  it('[L4] an event that has the number of another and says something else is no repetition', () => {
    const [first, ...others] = readGolden('tour');
    const text = writeLedger(readGolden('tour'));
    if (first === undefined) throw new Error('the tour is empty');
    const read = readTranscript(`${text}${writeLedger([{ ...first, at: first.at + 1 }])}`);
    expect(read.counts['hidden']).toMatchObject({ 'same-seq-other-words': 1 });
    expect(read.counts['events']).toBe(others.length + 1);
  });

  it('stays open until it says that it is closed', () => {
    const open = readGolden('tour').filter(({ type }) => type !== 'thread.closed');
    const tail = tailTranscript();
    tail.push(Buffer.from(writeLedger(open)));
    tail.end();
    expect(tail.state.life).toBe(foldAll(open).life);
  });
});
