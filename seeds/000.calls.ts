import { LedgerWriter, type LedgerEvent } from '@toolthread/core';

/** A run that calls tools, each with what it gave; undefined: it still runs. */
export function calls(
  ...made: readonly (readonly [name: string, args: object, result?: string])[]
): readonly LedgerEvent[] {
  const ledger = new LedgerWriter('t1');
  ledger.write({ type: 'thread.created' });
  ledger.write({ type: 'agent.status', status: 'running' });
  ledger.write({ type: 'agent.step.started', step: 1 });
  made.forEach(([name, args], part) =>
    ledger.write({
      type: 'agent.tool.called',
      step: 1,
      part,
      call: `c${part}`,
      name,
      arguments: JSON.stringify(args),
    }),
  );
  ledger.write({ type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' });
  made.forEach(([, , result], part) => {
    ledger.write({ type: 'agent.tool.started', step: 1, call: `c${part}` });
    if (result === undefined) return;
    const parts = [{ type: 'text', text: result }] as const;
    ledger.write({ type: 'agent.tool.completed', step: 1, call: `c${part}`, outcome: 'done', parts });
  });
  const over = made.every(([, , result]) => result !== undefined);
  if (over) ledger.write({ type: 'agent.status', status: 'completed' });
  return ledger.events;
}
