/** Runs of an agent whose model, tool and ledger cost as little as can be: what is left is the loop. */
import { defineTool, policyByTool, runAgent, textValue } from '@toolthread/agent';
import type { Append, Tool } from '@toolthread/agent';
import { emptyThread, fold, LEDGER_VERSION } from '@toolthread/core';
import type { EventDraft, LedgerEvent, ThreadState } from '@toolthread/core';
import type { Model, ModelEvent } from '@toolthread/core/context';
import { z } from 'zod';

export const look: Tool = defineTool({
  name: 'look',
  description: 'Looks.',
  input: z.object({ at: z.string() }),
  safe: true,
  execute: ({ at }) => textValue(`Nothing new at ${at}: ${'the parser reads each line once. '.repeat(4)}`),
});

const WORDS = 'I look at the next file, because the one before told me nothing new. ';

/** Says a little and calls `look`, `steps` times, then answers. `beat` comes before each response. */
export function lookingModel(steps: number, beat: () => Promise<void> | void): Model {
  let made = 0;
  return {
    provider: 'bench',
    api: 'bench',
    model: 'bench',
    async *stream(): AsyncIterable<ModelEvent> {
      await beat();
      const last = made === steps;
      made += 1;
      yield { type: 'text.delta', part: 0, text: WORDS };
      yield { type: 'part', part: 0, kind: 'text' };
      if (!last)
        yield { type: 'call', part: 1, name: 'look', arguments: JSON.stringify({ at: `file-${made}` }), runs: 'here' };
      yield { type: 'end', reason: last ? 'stop' : 'tool_calls', usage: { input_tokens: 100, output_tokens: 20 } };
    },
  };
}

/** A ledger that only numbers what it is given. */
function appendAfter(thread: ThreadState): Append {
  let { seq } = thread;
  return (drafts) => Promise.resolve(drafts.map((draft) => numbered(thread.id, (seq += 1), draft)));
}

function numbered(thread: string, seq: number, draft: EventDraft): LedgerEvent {
  return { v: LEDGER_VERSION, thread, seq, at: 1_800_000_000_000 + seq, ...draft };
}

export function withPrompt(thread: ThreadState): ThreadState {
  const parts = [{ type: 'text', text: 'Look around.' }] as const;
  const posted: EventDraft = { type: 'message.posted', author: '@human', parts, delivery: 'now' };
  return fold(thread, numbered(thread.id, thread.seq + 1, posted)).state;
}

/** Runs from this state on; gives the state after. */
export async function runFrom(
  thread: ThreadState,
  model: Model,
  onEvent: (event: LedgerEvent) => void = () => undefined,
  tools: readonly Tool[] = [look],
): Promise<ThreadState> {
  let state = thread;
  const append = appendAfter(thread);
  await runAgent({
    thread,
    model,
    tools,
    policy: policyByTool({}, 'allow'),
    signal: new AbortController().signal,
    limits: { steps: 10_000 },
    append: async (drafts) => {
      const events = await append(drafts);
      for (const event of events) state = fold(state, event).state;
      events.forEach(onEvent);
      return events;
    },
  });
  return state;
}

/** A thread of at least so many events, of turns with five steps each. */
export async function threadOf(events: number): Promise<ThreadState> {
  let thread = emptyThread(`thread-${events}`);
  while (thread.seq < events)
    thread = await runFrom(
      withPrompt(thread),
      lookingModel(5, () => undefined),
    );
  return withPrompt(thread);
}
