import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Case } from '../case.ts';

const FILES = 1_000;
/** Of about 2 KB each. */
const STEPS = 50;
const ROUNDS = 5;
const CLI = join(import.meta.dirname, '../../../apps/cli/src/main.ts');

/** The program as it is run: with the time that a process takes to start. */
export const sessionsSecondRun: Case = {
  name: 'sessions-second-run',
  unit: `ms to list ${FILES} sessions, the second time over the first`,
  target: { at: 'most', ratio: 0.05 },
  async run() {
    const home = mkdtempSync(join(tmpdir(), 'toolthread-bench-'));
    try {
      writeSessions(join(home, '.claude', 'projects'));
      const first = listed(home);
      const again = Array.from({ length: ROUNDS }, () => listed(home)).sort((a, b) => a - b);
      return { ours: again[ROUNDS >> 1] ?? Number.NaN, theirs: first, note: 'second over first, both ours' };
    } finally {
      rmSync(home, { recursive: true });
    }
  },
};

function listed(home: string): number {
  const start = performance.now();
  const env = { ...process.env, HOME: home, XDG_CACHE_HOME: join(home, '.cache'), XDG_DATA_HOME: join(home, '.data') };
  const { stdout } = spawnSync(process.execPath, [CLI, 'sessions', '--json'], {
    env,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  const found = stdout.split('\n').length - 1;
  if (found !== FILES) throw new Error(`listed ${found} of ${FILES} sessions`);
  return performance.now() - start;
}

function writeSessions(projects: string): void {
  for (let file = 0; file < FILES; file += 1) {
    const folder = join(projects, `-home-me-project-${file % 20}`);
    mkdirSync(folder, { recursive: true });
    const lines = Array.from({ length: STEPS }, (_, step) => stepLines(file, step)).flat();
    writeFileSync(join(folder, `session-${file}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
}

/** A call and its result, after the first question. */
function stepLines(file: number, step: number): object[] {
  const id = `toolu_${file}_${step}`;
  const message = { id: `msg_${step}`, role: 'assistant', usage: { input_tokens: 9, output_tokens: 120 } };
  const content = [{ type: 'tool_use', id, name: 'Bash', input: { command: `ls ${step}` } }];
  const result = [{ type: 'tool_result', tool_use_id: id, content: 'one line of output\n'.repeat(60) }];
  return [
    ...(step === 0 ? [record(file, step, 'user', { role: 'user', content: `Question ${file}` })] : []),
    record(file, step, 'assistant', { ...message, content }),
    record(file, step, 'user', { role: 'user', content: result }),
  ];
}

function record(file: number, step: number, type: string, message: object): object {
  const place = { sessionId: `s-${file}`, cwd: `/home/me/project-${file % 20}`, version: '2.1.29' };
  const timestamp = new Date(1_770_000_000_000 + file * 60_000 + step * 1000).toISOString();
  return {
    type,
    message,
    ...place,
    isSidechain: false,
    uuid: `${file}-${step}-${JSON.stringify(message).length}`,
    timestamp,
  };
}
