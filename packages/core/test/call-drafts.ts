import type { EventDraft } from '../src/index.ts';
import type { ToolCompleted } from '../src/ledger/ledger-event.ts';

interface How {
  readonly args?: string;
  readonly call?: string;
  readonly part?: number;
  /** What else its result says. */
  readonly end?: Partial<Pick<ToolCompleted, 'outcome' | 'provisional' | 'full_size' | 'structured' | 'parts'>>;
}

/** A call of the first step, and its result in words: `callDrafts('Bash', 'ok', { args: '{"command":"ls"}' })`. */
export function callDrafts(
  name: string,
  text: string,
  { args = '{}', call = 'c1', part = 0, end = {} }: How = {},
): readonly [called: EventDraft, ended: EventDraft] {
  const parts = [{ type: 'text', text } as const];
  return [
    { type: 'agent.tool.called', step: 1, part, call, name, arguments: args },
    { type: 'agent.tool.completed', step: 1, call, outcome: 'done', parts, ...end },
  ];
}
