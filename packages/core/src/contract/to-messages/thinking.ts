import { scopeKey } from '../../ledger/fold/scope-key.ts';
import { isTeamsOwn, isWorking } from '../../ledger/scope-kind.ts';
import type { Part, Step, ThreadState } from '../../ledger/thread-state.ts';
import { isoTime } from '../iso-time.ts';
import type { Message } from '../message.ts';
import { stepCalls } from './step-messages.ts';
import type { UniqueIds } from './unique-ids.ts';

/** Whether a running agent has anything to show yet: followed entry by entry, the last one tells. */
export class Thinking {
  readonly #since = new Map<string, number>();
  readonly #busy = new Set<string>();
  readonly #state: ThreadState;

  constructor(state: ThreadState) {
    this.#state = state;
  }

  /** Something happened that an agent of this scope may now be thinking about, unless it is busy with what it does. */
  begin(scope: string | undefined, at: number): void {
    if (!this.#busy.has(scopeKey(scope)) && !isTeamsOwn(this.#state, scope)) this.#since.set(scopeKey(scope), at);
  }

  step(step: Step): void {
    const scope = scopeKey(step.scope);
    const activity = activityOf(this.#state, step);
    this.#busy.delete(scope);
    this.#since.delete(scope);
    if (activity === 'busy') this.#busy.add(scope);
    if (activity === 'thinking') this.#since.set(scope, step.startedAt);
  }

  messages(ids: UniqueIds): Message[] {
    return [...this.#since].flatMap(([scope, at]): Message[] => {
      if (!isWorking(this.#state, this.#state.scopes.get(scope)?.scope)) return [];
      const id = ids.take(scope === '' ? 'status_thinking' : `status_thinking_${scope}`);
      return [
        { id, role: 'status', content: 'Thinking...', timestamp: isoTime(at), metadata: { status_type: 'thinking' } },
      ];
    });
  }
}

/** Thinking: an open step without words or calls; a failed attempt; a step whose every result is in. */
function activityOf(state: ThreadState, step: Step): 'thinking' | 'busy' | 'done' {
  if (step.end?.discarded === true) return 'thinking';
  const isAnyOpen = state.calls.open.size > 0;
  if (isAnyOpen && stepCalls(state, step).some((call) => call.state.name !== 'settled')) return 'busy';
  if (step.end === undefined) return step.parts.toArray().some(isVisible) ? 'busy' : 'thinking';
  return step.owesResult ? 'thinking' : 'done';
}

function isVisible(part: Part): boolean {
  if (part.kind === 'text') return part.text !== '';
  return part.kind === 'call' || part.kind === 'refusal' || part.kind === 'file';
}
