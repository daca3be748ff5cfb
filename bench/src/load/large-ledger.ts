import type { EventDraft, FileChange } from '@toolthread/core';
import { type Ledger, openLedger, type Result } from '@toolthread/store';

export interface LargeLedger {
  /** A thread of so many events. */
  readonly long: string;
  /** One with a change of 24 rewritten files. */
  readonly changed: string;
  /** One of many short ones. */
  readonly short: string;
  /** One of another program's, with a step of 20,000 calls that have no result. */
  readonly called: string;
  /** Threads with a message that nobody has answered. */
  readonly unanswered: readonly string[];
}

export interface Sizes {
  readonly events: number;
  readonly threads: number;
  readonly unanswered: number;
}

const BATCH = 3000;
const CALLS = 20_000;

/** `await fillLedger(file, { events: 1_000_000, threads: 10_000, unanswered: 1_000 })` */
export async function fillLedger(file: string, sizes: Sizes): Promise<LargeLedger> {
  const ledger = unwrap(await openLedger({ file }));
  const long = await newThread(ledger);
  for (let made = 0; made < sizes.events; made += BATCH) {
    unwrap(await ledger.append(long, Array.from({ length: BATCH / 3 }, (_, n) => step(made / 3 + n + 1)).flat()));
  }
  const short = await newThread(ledger);
  for (let made = 1; made < sizes.threads; made += 1) await newThread(ledger);
  const unanswered: string[] = [];
  for (let made = 0; made < sizes.unanswered; made += 1) {
    const thread = await newThread(ledger);
    unwrap(await ledger.append(thread, [message]));
    unanswered.push(thread);
  }
  const changed = await newThread(ledger);
  unwrap(await ledger.append(changed, [{ type: 'workspace.changed', change: 'w1', files: await rewritten(ledger) }]));
  const called = await newThread(ledger, 'elsewhere');
  const calls = Array.from({ length: CALLS }, (_, part): EventDraft => {
    return { type: 'agent.tool.called', step: 1, part, call: `c${part}`, name: 'look', arguments: `{"at":${part}}` };
  });
  unwrap(await ledger.append(called, [{ type: 'agent.step.started', step: 1 }]));
  for (let made = 0; made < CALLS; made += BATCH) unwrap(await ledger.append(called, calls.slice(made, made + BATCH)));
  await ledger.close();
  return { long, short, changed, called, unanswered };
}

const message: EventDraft = {
  type: 'message.posted',
  author: '@human',
  parts: [{ type: 'text', text: 'Look around.' }],
  delivery: 'now',
};

function step(number: number): readonly EventDraft[] {
  return [
    { type: 'agent.step.started', step: number },
    { type: 'agent.text.delta', step: number, part: 0, offset: 0, text: `Step ${number} says a little, as most do.` },
    { type: 'agent.step.completed', step: number, finish_reason: 'stop' },
  ];
}

async function rewritten(ledger: Ledger): Promise<FileChange[]> {
  const lines = (word: string): Uint8Array =>
    new TextEncoder().encode(Array.from({ length: 3000 }, (_, n) => `${word} ${n}\n`).join(''));
  const files: FileChange[] = [];
  for (let n = 0; n < 24; n += 1) {
    const [before = '', after = ''] = unwrap(await ledger.putBlobs([lines(`old ${n}`), lines(`new ${n}`)]));
    files.push({ path: `file ${n}`, before, after });
  }
  return files;
}

async function newThread(ledger: Ledger, agent: 'here' | 'elsewhere' = 'here'): Promise<string> {
  return unwrap(await ledger.createThread({ title: 'A thread', agent }))[0]?.thread ?? '';
}

function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(result.error.message);
}
