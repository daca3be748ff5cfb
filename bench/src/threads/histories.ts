/** The same work as a ledger and as a context manager. */
import { emptyThread, fold, LEDGER_VERSION } from '@toolthread/core';
import type { EventDraft, LedgerEvent, ThreadState } from '@toolthread/core';
import type { ContextManager } from '@toolthread/core/context';
import type { Exchange } from './work.ts';

const THREAD = 'bench';
const MAKER = { provider: 'anthropic', api: 'messages', model: 'claude-opus-4-7' };

/** The ledger as it is when the next request is made. */
export function stateAfter(
  work: readonly Exchange[],
  before: ThreadState = emptyThread(THREAD),
  from = 0,
): ThreadState {
  let seq = before.seq;
  let state = before;
  for (const [index, exchange] of work.entries()) {
    for (const draft of draftsOf(exchange, from + index)) {
      seq += 1;
      const event: LedgerEvent = { ...draft, v: LEDGER_VERSION, thread: THREAD, seq, at: seq };
      state = fold(state, event).state;
    }
  }
  if (state.anomalies.count > 0) throw new Error('the ledger did not take the work');
  return state;
}

function draftsOf({ asked, thought, words, calls }: Exchange, step: number): EventDraft[] {
  const parts = [thought, words].filter((text) => text !== '').length;
  const blob = { ...MAKER, data: { type: 'thinking', thinking: thought, signature: `c2lnbmVk${step}` } };
  return [
    ...(asked === undefined ? [] : [posted(asked)]),
    { type: 'agent.step.started', step },
    { type: 'agent.part.completed', step, part: 0, kind: 'reasoning', text: thought, blob },
    ...(words === '' ? [] : [{ type: 'agent.part.completed', step, part: 1, kind: 'text', text: words } as const]),
    ...calls.map((use, n): EventDraft => {
      const args = JSON.stringify(use.parameters);
      return {
        type: 'agent.tool.called',
        step,
        part: parts + n,
        call: use.id,
        provider_id: use.id,
        name: use.name,
        arguments: args,
      };
    }),
    { type: 'agent.step.completed', step, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' },
    ...calls.map((use): EventDraft => {
      const outcome = use.isError ? 'failed' : 'done';
      return { type: 'agent.tool.completed', step, call: use.id, outcome, parts: [{ type: 'text', text: use.result }] };
    }),
    ...(calls.length === 0 ? [posted('Thanks. And the next?')] : []),
  ];
}

function posted(text: string): EventDraft {
  return { type: 'message.posted', author: '@human', delivery: 'now', parts: [{ type: 'text', text }] };
}

/** Adds the work to the manager, as an agent would. */
export async function addTo(manager: ContextManager, work: readonly Exchange[]): Promise<void> {
  for (const { asked, words, calls } of work) {
    if (asked !== undefined) manager.addUserMessage(asked);
    await manager.flushUserBuffer();
    manager.addAssistantMessageWithTools(words, calls);
    for (const { id, result, isError } of calls) manager.addToolResult(id, result, isError);
    if (calls.length === 0) manager.addUserMessage('Thanks. And the next?');
    await manager.flushUserBuffer();
  }
}
