/** What everything in a run shares: its pen, its limits, its way to be stopped. It holds no truth: that is in the ledger. */
import { scopeKey } from '@toolthread/core';
import type { EventDraft, LedgerEvent, Model, ScopeState, ThreadState } from '@toolthread/core';
import type { Blobs } from './blobs.ts';
import { realClock } from './clock.ts';
import type { Clock } from './clock.ts';
import { Journal } from './journal.ts';
import type { Append } from './journal.ts';
import type { Policy } from './policy/policy.ts';
import type { Tool } from './tool.ts';

export interface RunOptions {
  readonly thread: ThreadState;
  readonly model: Model;
  readonly tools: readonly Tool[];
  readonly policy: Policy;
  /** Aborting it is the user's stop. To leave a run as it is, let `append` reject. */
  readonly signal: AbortSignal;
  readonly append: Append;
  readonly system?: string;
  readonly limits?: Partial<Limits>;
  readonly clock?: Clock;
  /** The run's name in the ledger; without it, the open run's own, or one made from the thread's length. */
  readonly run?: string;
  /** Whose run it is; without it, the thread's own agent. */
  readonly scope?: string;
  /** The folder that file tools stay in; without it, the thread's own. */
  readonly workspace?: string;
  readonly blobs?: Blobs;
}

export interface Limits {
  /** Responses of the model in one run. */
  readonly steps: number;
  /** How often a failed request is made again. */
  readonly retries: number;
  /** The wait before the first of these; it doubles. */
  readonly backoffMs: number;
}

const LIMITS: Limits = { steps: 100, retries: 4, backoffMs: 2000 };

export interface Run {
  readonly id: string;
  readonly scope: string | undefined;
  readonly model: Model;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly policy: Policy;
  readonly system: string | undefined;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly workspace: string | undefined;
  readonly blobs: Blobs | undefined;
  /** Aborts on a stop from anywhere, and when the ledger is out of reach. */
  readonly signal: AbortSignal;
  /** The thread as the ledger has it. */
  state(): ThreadState;
  own(): ScopeState | undefined;
  /** Resolves when it is durable. With no drafts: a look at what others wrote. */
  write(...drafts: readonly EventDraft[]): Promise<readonly LedgerEvent[]>;
  close(): void;
}

export function openRun(options: RunOptions): Run {
  const { thread, signal, scope, clock = realClock } = options;
  const id = options.run ?? openRunId(thread, scope);
  const stop = new AbortController();
  const onAbort = (): void => stop.abort();
  if (signal.aborted) stop.abort();
  else signal.addEventListener('abort', onAbort, { once: true });
  const journal = new Journal(thread, options.append, {
    seen: (event) => {
      if (event.type === 'run.stop.requested' && event.scope === scope) stop.abort();
    },
    lost: () => stop.abort(),
  });
  /** What an agent says in the chat is said to all; everything else belongs to its scope. */
  const stamped = (draft: EventDraft): EventDraft =>
    scope === undefined || draft.type === 'message.posted' ? { ...draft, run: id } : { ...draft, run: id, scope };
  return {
    id,
    scope,
    model: options.model,
    tools: new Map(options.tools.map((tool) => [tool.name, tool])),
    policy: options.policy,
    system: options.system,
    limits: { ...LIMITS, ...options.limits },
    clock,
    workspace: options.workspace ?? thread.workspace,
    blobs: options.blobs,
    signal: stop.signal,
    state: () => journal.state,
    own: () => journal.state.scopes.get(scopeKey(scope)),
    write: (...drafts) => journal.write(drafts.map(stamped)),
    close: () => {
      signal.removeEventListener('abort', onAbort);
      stop.abort();
    },
  };
}

/** A run that waits or was cut off goes on under its own name. */
function openRunId(thread: ThreadState, scope: string | undefined): string {
  const own = thread.scopes.get(scopeKey(scope));
  const open = own?.status === 'queued' || own?.status === 'running' || own?.status === 'awaiting_user';
  return (open ? own.run : undefined) ?? `r${thread.seq + 1}`;
}
