import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { timeline } from '@toolthread/core';
import { readTranscript } from '@toolthread/transcripts';
import type { Case } from '../case.ts';
import { interleave, processorMs } from '../measure.ts';
import { claudeCodeSession } from '../sessions/claude-code-session.ts';

const BYTES = 100_000_000;
const MB = 1_000_000;
const NEWLINE = 10;

/** Both sides begin with the bytes of the file; the other one cuts them into lines, and parses each. */
export const transcriptVsJsonParse: Case = {
  name: 'transcript-vs-json-parse',
  unit: 'MB/s of a 100 MB session into a timeline, over JSON.parse of its lines',
  target: { at: 'least', ratio: 0.3 },
  async run() {
    const session = claudeCodeSession(BYTES);
    const ours = (): number => {
      const { items } = timeline(readTranscript(session));
      return items.length === 0 ? 0 : session.length / MB;
    };
    const theirs = (): number => {
      parseLines(session);
      return session.length / MB;
    };
    const rates = await interleave({ ours, theirs }, { budgetMs: 20_000, runMs: 60_000, clock: processorMs });
    return { ours: rates.ours * 1000, theirs: rates.theirs * 1000, note: peakMemory(session) };
  },
};

function parseLines(session: Uint8Array): void {
  const bytes = Buffer.from(session.buffer, session.byteOffset, session.byteLength);
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    JSON.parse(bytes.toString('utf8', start, end));
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
