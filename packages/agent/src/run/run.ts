/** What everything in a run shares: its pen, its limits, its way to be stopped. It holds no truth: that is in the ledger. */
import { openRunId, scopeKey } from '@toolthread/core';
import type { EventDraft, LedgerEvent, ScopeState, ThreadState } from '@toolthread/core';
import type { Model } from '@toolthread/core/context';
import type { Blobs } from '../blobs.ts';
import { realClock } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { Append, ThreadLedger } from './thread-ledger.ts';
import { unpriced } from '../state/spending.ts';
import type { Prices } from '../state/spending.ts';
import type { Policy } from '../policy/policy.ts';
import { withoutSecrets } from '../redact/without-secrets.ts';
import { Redactor } from '../redact/redactor.ts';
import type { Tool } from '../tool/tool.ts';

export interface RunOptions extends Equipment {
  readonly thread: ThreadState;
  readonly append: Append;
}

/** What a run works with, whoever keeps its ledger. */
export interface Equipment {
  readonly model: Model;
  readonly tools: readonly Tool[];
  readonly policy: Policy;
  /** Aborting it is the user's stop. To leave a run as it is, let `append` reject. */
  readonly signal: AbortSignal;
  readonly system?: string | undefined;
  readonly limits?: Partial<Limits>;
  /** What tokens cost; without it nothing is known of money, and only the other limits hold. */
  readonly prices?: Prices;
  readonly clock?: Clock;
  /** The run's name in the ledger; without it, the open run's own, or one made from the thread's length. */
  readonly run?: string;
  /** Whose run it is; without it, the thread's own agent. */
  readonly scope?: string | undefined;
  /** The folder that file tools stay in; without it, the thread's own. */
  readonly workspace?: string | undefined;
  readonly blobs?: Blobs | undefined;
  /** What neither a tool nor a model may bring into the ledger, each 8 characters or longer: keys and tokens, as they are. */
  readonly secrets?: readonly string[] | undefined;
}

export interface Limits {
  /** Responses of the model in one run. */
  readonly steps: number;
  /** How often a failed request is made again. */
  readonly retries: number;
  /** The wait before the first of these; it doubles. */
  readonly backoffMs: number;
  /** Of all requests and responses of the run, its children's too. */
  readonly tokens: number;
  /** The same in money, where prices are known. */
  readonly money: number;
  /** Time at work; a person may take as long as they like. Looked at between steps: tools have limits of their own. */
  readonly ms: number;
  /** Room that is kept for a response when the context fills up. */
  readonly replyTokens: number;
  /** How deep child agents may start child agents. */
  readonly depth: number;
  /** Child agents of one thread. */
  readonly children: number;
}

const LIMITS: Limits = {
  steps: 100,
  retries: 4,
  backoffMs: 2000,
  tokens: Infinity,
  money: Infinity,
  ms: Infinity,
  replyTokens: 8000,
  depth: 2,
  children: 50,
};

export interface RunEnd {
  readonly ended: 'completed' | 'failed' | 'cancelled' | 'awaiting_user';
}

export interface Run {
  readonly id: string;
  readonly scope: string | undefined;
  readonly model: Model;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly policy: Policy;
  readonly system: string | undefined;
  readonly limits: Limits;
  readonly prices: Prices;
  readonly clock: Clock;
  readonly workspace: string | undefined;
  readonly blobs: Blobs | undefined;
  readonly secrets: readonly string[];
  /** Aborts on a stop from anywhere, and when the ledger is out of reach. */
  readonly signal: AbortSignal;
  /** The thread as the ledger has it. */
  state(): ThreadState;
  own(): ScopeState | undefined;
  /** Resolves when it is durable. With no drafts: a look at what others wrote. */
  write(...drafts: readonly EventDraft[]): Promise<readonly LedgerEvent[]>;
  /** Carries out another run to its end, on the same ledger. */
  perform(other: Run): Promise<RunEnd>;
  readonly journal: ThreadLedger;
  close(): void;
}

export function openRun(equipment: Equipment, journal: ThreadLedger, perform: Run['perform']): Run {
  const { signal, scope, clock = realClock } = equipment;
  const id = equipment.run ?? openRunId(journal.state, scope) ?? `r${journal.state.seq + 1}`;
  const stop = new AbortController();
  const onAbort = (): void => stop.abort();
  if (signal.aborted) stop.abort();
  else signal.addEventListener('abort', onAbort, { once: true });
  const leave = journal.join({
    seen: (event) => {
      if (event.type === 'run.stop.requested' && event.scope === scope) stop.abort();
    },
    lost: () => stop.abort(),
  });
  /** What an agent says in the chat is said to all; everything else belongs to its scope, unless it names another. */
  const stamped = (draft: EventDraft): EventDraft =>
    scope === undefined || draft.scope !== undefined || draft.type === 'message.posted'
      ? { ...draft, run: id }
      : { ...draft, run: id, scope };
  const redactor = new Redactor(equipment.secrets);
  return {
    id,
    scope,
    model: equipment.model,
    tools: new Map(equipment.tools.map((tool) => [tool.name, tool])),
    policy: equipment.policy,
    system: equipment.system === undefined ? undefined : redactor.text(equipment.system),
    limits: { ...LIMITS, ...equipment.limits },
    prices: equipment.prices ?? unpriced,
    clock,
    workspace: equipment.workspace ?? journal.state.workspace,
    blobs: equipment.blobs,
    secrets: equipment.secrets ?? [],
    signal: stop.signal,
    state: () => journal.state,
    own: () => journal.state.scopes.get(scopeKey(scope)),
    write: (...drafts) => journal.write(drafts.map((draft) => stamped(withoutSecrets(draft, redactor)))),
    perform,
    journal,
    close: () => {
      leave();
      signal.removeEventListener('abort', onAbort);
      stop.abort();
    },
  };
}
