import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEvent, writeLedger } from '@toolthread/core';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { accountAddsUp, seen } from '../test/fixtures.ts';
import { compareReadings, recordsIn } from '../test/second-reading/compare-readings.ts';
import { anyMutation } from '../test/second-reading/mutations.ts';
import { readSession, readTranscript, tailTranscript } from './index.ts';

/** Sessions that people left, with counts made by another program. They are not ours to give away: whoever has them names their folder. */
const FOLDER = process.env['TOOLTHREAD_TRANSCRIPTS'] ?? '';
const expected: [string, object][] =
  FOLDER === '' ? [] : Object.entries(JSON.parse(readFileSync(join(FOLDER, 'expected.json'), 'utf8')));

describe.skipIf(expected.length === 0)('real files', () => {
  it.each(expected)('%s: the counts agree, and every record has a fate', (file, counts) => {
    const path = join(FOLDER, file);
    const read = readTranscript(readFileSync(path), { path });
    expect(read.counts).toMatchObject(counts);
    expect(accountAddsUp(read.state)).toBe(true);
    expect([...read.state.anomalies.first]).toEqual([]);
    expect(read.events.every((event) => parseEvent(event).ok)).toBe(true);
  });

  it.each(expected)('[L1] %s: in pieces, and written as a ledger, it is the same', (file) => {
    const path = join(FOLDER, file);
    const bytes = readFileSync(path);
    const whole = readTranscript(bytes, { path });
    const tail = tailTranscript({ path });
    for (let from = 0; from < bytes.length; from += 10_007) {
      tail.push(bytes.subarray(from, from + 10_007));
      void tail.state;
    }
    tail.end();
    expect(writeLedger(tail.events)).toBe(writeLedger(whole.events));
    expect(seen(tail)).toEqual(seen(whole));
    expect(seen(readTranscript(writeLedger(whole.events)))).toEqual(seen(whole));
  });

  const totals: { [kind: string]: number } = {};
  afterAll(() => {
    process.stdout.write(`both readings agree on ${JSON.stringify(totals)}\n`);
  });

  it.each(expected)('[L4] [L1] %s: a second reading agrees, in order', (file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8').replace(/^\ufeff/, '');
    const format = readTranscript(text, { path: join(FOLDER, file) }).format ?? expect.fail('no known format');
    const { counts, differences } = compareReadings(format, text, recordsIn(text));
    expect(differences).toEqual([]);
    for (const [kind, count] of Object.entries({ files: 1, ...counts })) totals[kind] = (totals[kind] ?? 0) + count;
  });

  it.each(expected.filter(([file]) => file.endsWith('.jsonl')))(
    '[L4] [L1] %s: and with lines torn, doubled, joined, cut off and in another order',
    (file) => {
      const text = readFileSync(join(FOLDER, file), 'utf8').replace(/^\ufeff/, '');
      const format = readTranscript(text, { path: join(FOLDER, file) }).format ?? expect.fail('no known format');
      const lines = recordsIn(text).map((record) => JSON.stringify(record));
      fc.assert(
        fc.property(anyMutation(format, lines), (mutated) => {
          totals['mutations'] = (totals['mutations'] ?? 0) + 1;
          expect(compareReadings(format, mutated.text, mutated.records).differences).toEqual([]);
        }),
        { numRuns: 40, endOnFailure: true },
      );
    },
  );

  it.each(expected.filter(([file]) => /subagent-dir\/[^/]+\.jsonl$/.test(file)))(
    '%s: its subagents stand under their calls',
    async (file) => {
      const read = await readSession(join(FOLDER, file));
      if (!read.ok) expect.fail(read.reason);
      const opened = read.events.filter((event) => event.type === 'scope.opened');
      expect(read.agents).toBeGreaterThan(0);
      expect(opened.length).toBe(read.agents);
      expect(opened.every(({ parent }) => parent !== undefined)).toBe(true);
      expect(read.state.anomalies.count).toBe(0);
    },
  );
});
