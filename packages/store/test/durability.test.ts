import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { LedgerEvent } from '@toolthread/core';
import { openLedger } from '@toolthread/store';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryFile } from './temporary-file.ts';

const child = process.env['TEST_APPENDS'] ?? fileURLToPath(new URL('./append-until-killed.ts', import.meta.url));

/** Runs the child until it has acknowledged `acks` appends and `delayMs` have passed, then kills it with -9. */
function appendAndKill(args: string[], acks: number, delayMs: number): Promise<string[]> {
  const process_ = spawn(process.execPath, [child, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  createInterface({ input: process_.stdout }).on('line', (line) => {
    lines.push(line);
    if (lines.length === acks + 1) setTimeout(() => process_.kill('SIGKILL'), delayMs);
  });
  return new Promise((resolve) => process_.on('close', () => resolve(lines)));
}

async function readLedger(file: string, thread: string): Promise<LedgerEvent[]> {
  const opened = await openLedger({ file });
  if (!opened.ok) throw new Error(opened.error.message);
  const events: LedgerEvent[] = [];
  for (;;) {
    const page = await opened.value.read(thread, { after: events.length, limit: 1000 });
    if (!page.ok) throw new Error(page.error.message);
    if (page.value.length === 0) break;
    events.push(...page.value);
  }
  const summary = await opened.value.thread(thread);
  if (!summary.ok || summary.value.seq !== events.length) throw new Error('the counter and the events disagree');
  await opened.value.close();
  return events;
}

test('[L6] [B.6 1] kill -9 at 12 random points: nothing acknowledged is lost, and there is no gap', async () => {
  const file = temporaryFile();
  let thread: string | undefined;
  let last = 1;
  const kills = fc.sample(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 20 })), 12);
  for (const [acks, delayMs] of kills) {
    const lines = await appendAndKill(thread === undefined ? [file] : [file, thread], acks, delayMs);
    const words = lines.map((line) => line.split(' '));
    thread = words[0]?.[1] ?? 'none';
    const acked = words.filter(([word]) => word === 'ack').map(([, seq]) => Number(seq));
    expect(acked.length).toBeGreaterThanOrEqual(acks);
    expect(acked[0]).toBeGreaterThan(last);
    const events = await readLedger(file, thread);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
    expect(events.length).toBeGreaterThanOrEqual(acked.at(-1) ?? Infinity);
    last = events.length;
  }
});

test.skipIf(process.platform === 'win32')(
  '[B.3 34] [B.6 5] opencode #12848: the disk is full: the append is refused, reading goes on, and with room again so does writing',
  async () => {
    const file = temporaryFile();
    // No file may grow beyond 300 KB: the system refuses the write, as a full disk does.
    const process_ = spawn('bash', ['-c', `ulimit -f 300; exec "$0" "$@"`, process.execPath, child, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines: string[] = [];
    for await (const line of createInterface({ input: process_.stdout })) lines.push(line);
    expect(lines.at(-2)).toBe('refused unavailable');
    const acked = Number(lines.at(-3)?.split(' ')[1]);
    expect(lines.at(-1)).toBe(`readable ${acked}`);
    const thread = lines[0]?.split(' ')[1] ?? 'none';
    expect(await readLedger(file, thread)).toHaveLength(acked);
    const more = await appendAndKill([file, thread], 3, 0);
    expect(Number(more[1]?.split(' ')[1])).toBe(acked + 1);
  },
);
