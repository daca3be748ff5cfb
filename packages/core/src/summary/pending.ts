/** What somebody still has to do in a thread, as a fold over facts. */
import type { Fact } from '../ledger/fact.ts';
import { hasRead } from '../ledger/fold/fold-message.ts';
import { asksForRun } from '../ledger/queries/hearing.ts';
import { isAtWork } from '../ledger/scope-kind.ts';
import type { Request, ThreadState } from '../ledger/thread-state.ts';
import { Vector } from '../structure/vector.ts';

export interface Pending {
  /** Requests that are open. */
  readonly requests: readonly Request[];
  /** The newest stop or settlement that a run has to hear of: 0, or later than anything a step was built from. */
  readonly asked: number;
  /** What was said and no step has read yet: somebody owes it a run. A rewind may go back to each, so they share what they hold ([L5]). */
  readonly owed: Vector<OwedMessage>;
}

interface OwedMessage {
  /** The message. */
  readonly seq: number;
  /** The event from which on it counts: its own, that of its last change, or the end of the run it waited for. */
  readonly since: number;
}

const NOBODY: Pending['owed'] = Vector.empty();

export const NOTHING_PENDING: Pending = { requests: [], asked: 0, owed: NOBODY };

export function noteFact(pending: Pending, fact: Fact, state: ThreadState): Pending {
  const { requests, asked, owed } = pending;
  switch (fact.type) {
    case 'message-said': {
      const { message } = fact;
      return asksForRun(message) ? { ...pending, owed: owed.append({ seq: message.seq, since: state.seq }) } : pending;
    }
    case 'message-changed': {
      const { seq } = fact.message;
      return { ...pending, owed: Vector.from(owed.map((one) => (one.seq === seq ? { seq, since: state.seq } : one))) };
    }
    case 'message-taken-back':
      return { ...pending, owed: Vector.from(owed.filter(({ seq }) => seq !== fact.message.seq)) };
    case 'step-started': {
      const { builtFrom, seq } = fact.step;
      return {
        ...pending,
        asked: (builtFrom ?? seq) >= asked ? 0 : asked,
        owed: owed.length === 0 ? owed : Vector.from(owed.filter(({ since }) => !hasRead(fact.step, since))),
      };
    }
    case 'status-changed':
      return fact.status.scope === undefined && !isAtWork(fact.status.status)
        ? // A run that has ended has had its turn. One that completed may have missed what was said last; after a failure or a
          // stop nothing begins by itself.
          { ...pending, asked: 0, owed: fact.status.status === 'completed' ? owed : NOBODY }
        : pending;
    case 'request-opened':
      return { ...pending, requests: [...requests, fact.request] };
    case 'request-settled':
      return { ...pending, requests: without(requests, fact.request), asked: state.seq };
    case 'request-withdrawn':
      return { ...pending, requests: without(requests, fact.request) };
    case 'stop-requested':
      return { ...pending, asked: state.seq };
    case 'thread-closed':
      return { ...pending, asked: 0, owed: NOBODY };
    case 'message-held':
    case 'scope-opened':
    case 'words-grew':
    case 'step-ended':
    case 'step-retrying':
    case 'call-came':
    case 'call-changed':
    case 'orphan-came':
    case 'orphan-claimed':
    case 'run-continued-or-ended':
    case 'context-compacted':
    case 'workspace-changed':
    case 'event-purged':
    case 'boundary':
    case 'rewound':
      return pending;
    default:
      return fact satisfies never;
  }
}

function without(requests: readonly Request[], { id }: Request): readonly Request[] {
  return requests.filter((request) => request.id !== id);
}
