import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { timeline } from '@toolthread/core';
import { readTranscript } from '@toolthread/transcripts';
import type { ReadTranscript } from '@toolthread/transcripts';
import type { Case } from '../case.ts';
import { interleave, processorMs } from '../measure.ts';
import { claudeCodeSession } from '../sessions/claude-code-session.ts';

const BYTES = 100_000_000;
const KEPT_BYTES = 300_000;
const MB = 1_000_000;
const NEWLINE = 10;

/** Both sides begin with the bytes of the file; the other one cuts them into lines, and parses each. */
export const transcriptVsJsonParse: Case = {
  name: 'transcript-vs-json-parse',
  unit: 'MB/s of a 100 MB session into a timeline, over JSON.parse of its lines',
  target: { at: 'least', ratio: 0.3 },
  async run() {
    const session = claudeCodeSession(BYTES);
    const kept = keptSession();
    const ours = (): number => {
      const { items } = timeline(readTranscript(session));
      return items.length === 0 ? 0 : session.length / MB;
    };
    const theirs = (): number => {
      parseLines(session);
      return session.length / MB;
    };
    const rates = await interleave({ ours, theirs }, { budgetMs: 20_000, runMs: 60_000, clock: processorMs });
    const note = `${peakMemory(session)}; both sides keep a small session, of ${kept.records.length} records`;
    return { ours: rates.ours * 1000, theirs: rates.theirs * 1000, note };
  },
};

/**
 * Both sides keep a small session, as a program has some in memory. Else the full collection before each run throws away compiled code: that for
 * shapes of which no object is left.
 */
function keptSession(): { readonly records: readonly unknown[]; readonly thread: ReadTranscript } {
  const session = claudeCodeSession(KEPT_BYTES);
  const records: unknown[] = [];
  parseLines(session, (record) => records.push(record));
  const thread = readTranscript(session);
  timeline(thread);
  return { records, thread };
}

function parseLines(session: Uint8Array, keep?: (record: unknown) => void): void {
  const bytes = Buffer.from(session.buffer, session.byteOffset, session.byteLength);
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    const record: unknown = JSON.parse(bytes.toString('utf8', start, end));
    keep?.(record);
    start = end + 1;
  }
}

/** In a process of its own, which reads the file and does nothing else. */
function peakMemory(session: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-bench-'));
  try {
    const file = join(folder, 'session.jsonl');
    writeFileSync(file, session);
    const script = fileURLToPath(import.meta.resolve('../sessions/peak-memory.ts'));
    const { stdout } = spawnSync(process.execPath, [script, file], { encoding: 'utf8' });
    return `peak memory ${(Number(stdout) / session.length).toFixed(1)}x the file (at most 2.5)`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
