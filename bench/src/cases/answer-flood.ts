import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Case } from '../case.ts';
import { type Flood, startFloodingModel } from '../load/flooding-model.ts';
import { askProgram, type ServedProgram, startProgram } from '../pages/served-program.ts';

const LIMIT_MB = 64;

const WORDS = 'The parser reads each line once, and keeps what it has seen. '.repeat(16);
const LONG = 'n'.repeat(50_000);
const FLOODS: Readonly<Record<string, Flood>> = {
  words: () => ({ content: WORDS }),
  'Chinese words': () => ({ content: '解析器只讀一次，並保留它所見的。'.repeat(30) }),
  'a letter at a time': () => ({ content: 'a' }),
  reasoning: () => ({ reasoning_content: WORDS }),
  arguments: () => call({ index: 0, id: 'c', name: 'write_file', arguments: WORDS }),
  'calls with long names': (n) => call({ index: n, id: `c${n}`, name: `${n}${LONG}`, arguments: '{}' }),
  'arguments with long names': (n) => call({ index: n, id: `c${n}`, name: 'write_file', arguments: `{"${LONG}":1}` }),
};

/** The program, and a model that never ends its answer: until the bound of an answer, and what the failure leaves. */
export const answerFlood: Case = {
  name: 'answer-flood',
  unit: `MB, the most that an answer without end makes resident in a server, over ${LIMIT_MB} MB`,
  target: { at: 'most', ratio: 1 },
  async run() {
    if (process.platform !== 'linux') return { skipped: 'only Linux tells the most that was ever resident' };
    const data = await mkdtemp(join(tmpdir(), 'toolthread-bench-'));
    const model = await startFloodingModel();
    const args = ['--model', 'm', '--base-url', model.baseURL];
    const program = await startProgram(data, args);
    try {
      // What the first answers cost in any case is not counted.
      for (let n = 0; n < 3; n += 1) await answered(program);
      const notes: string[] = [];
      let most = 0;
      for (const [name, flood] of Object.entries(FLOODS)) {
        model.next = flood;
        // The kernel forgets the peak.
        writeFileSync(`/proc/${program.pid}/clear_refs`, '5');
        const before = megabytes(program.pid, 'VmRSS');
        await answered(program);
        const grown = megabytes(program.pid, 'VmHWM') - before;
        most = Math.max(most, grown);
        notes.push(`${name} ${grown.toFixed(0)}`);
      }
      return { ours: most, theirs: LIMIT_MB, note: `${notes.join(', ')}; one after the other` };
    } finally {
      await program.close();
      model.close();
      await rm(data, { recursive: true, force: true });
    }
  },
};

interface Call {
  readonly index: number;
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

function call({ index, id, ...made }: Call): { readonly [key: string]: unknown } {
  return { tool_calls: [{ index, id, function: made }] };
}

function megabytes(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}

/** A new thread, until its run has ended. */
async function answered(program: ServedProgram): Promise<void> {
  const made = await askProgram(program, '/threads', {});
  const id = fieldOf(made, 'id');
  await askProgram(program, `/threads/${String(id)}/messages`, { text: 'Go.' });
  while (fieldOf(await askProgram(program, `/threads/${String(id)}`), 'unfinished') !== false) await sleep(50);
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
