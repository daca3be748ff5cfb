import type { EventDraft } from '@toolthread/core';
import { openLedger, type Result } from '@toolthread/store';

/** A thread of a ledger that was filled, and the words that it ends with. */
export interface FilledThread {
  readonly id: string;
  readonly lastWords: string;
}

const TURN = 20;
const BATCH = 150;

/** `await turnsLedger(file, [1_000_000, 1_000])`: a thread of about so many events each, in turns of a question, six calls and an answer. */
export async function turnsLedger(file: string, sizes: readonly number[]): Promise<readonly FilledThread[]> {
  const ledger = unwrap(await openLedger({ file }));
  const threads: FilledThread[] = [];
  for (const size of sizes) {
    const id = unwrap(await ledger.createThread({ title: `${size} events` }))[0]?.thread ?? '';
    const turns = Math.ceil(size / TURN);
    for (let from = 0; from < turns; from += BATCH) {
      const some = Array.from({ length: Math.min(BATCH, turns - from) }, (_, n) => turnOf(from + n));
      unwrap(await ledger.append(id, some.flat()));
    }
    threads.push({ id, lastWords: endOf(turns - 1) });
  }
  await ledger.close();
  return threads;
}

function endOf(turn: number): string {
  return `That was answer ${turn}.`;
}

function turnOf(turn: number): readonly EventDraft[] {
  const [step, last] = [2 * turn + 1, 2 * turn + 2];
  const calls = Array.from({ length: 6 }, (_, part): readonly EventDraft[] => {
    const call = `call_${turn}_${part}`;
    const text = `src/file-${turn}-${part}.ts:12: const parser = createParser();\n`.repeat(4);
    return [
      { type: 'agent.tool.called', step, part, call, name: 'search_files', arguments: '{"query":"createParser"}' },
      { type: 'agent.tool.completed', step, call, outcome: 'done', parts: [{ type: 'text', text }] },
    ];
  });
  const words = `${'The parser reads each line once and keeps what it has seen. '.repeat(8)}\n\n${endOf(turn)}`;
  return [
    { type: 'message.posted', author: '@human', parts: [{ type: 'text', text: `Question ${turn}` }], delivery: 'now' },
    { type: 'agent.status', status: 'running' },
    { type: 'agent.step.started', step },
    ...calls.flat(),
    { type: 'agent.step.completed', step, finish_reason: 'tool_calls' },
    { type: 'agent.step.started', step: last },
    { type: 'agent.part.completed', step: last, part: 0, kind: 'text', text: words },
    { type: 'agent.step.completed', step: last, finish_reason: 'stop' },
    { type: 'agent.status', status: 'completed' },
  ];
}

function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(result.error.message);
}
