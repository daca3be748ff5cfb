import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Case } from '../case.ts';
import { type Flood, startFloodingModel } from '../load/flooding-model.ts';
import { grownMemory } from '../load/grown-memory.ts';
import { answeredThread } from '../pages/answered-thread.ts';
import { startProgram } from '../pages/served-program.ts';

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
      for (let n = 0; n < 3; n += 1) await answeredThread(program);
      const notes: string[] = [];
      let most = 0;
      for (const [name, flood] of Object.entries(FLOODS)) {
        model.next = flood;
        const grown = await grownMemory(program.pid, () => answeredThread(program));
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
