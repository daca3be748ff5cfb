/** What all parts of a run share: its ledger, its limits, its signal. It holds no state: that is in the ledger. */
import { openRunId, scopeKey } from '@toolthread/core';
import type { EventDraft, ScopeState, ThreadState } from '@toolthread/core';
import type { Model } from '@toolthread/core/context';
import type { Blobs } from '../blobs.ts';
import { realClock } from '../clock.ts';
import type { Clock } from '../clock.ts';
import { unpriced } from '../state/spending.ts';
import type { Prices } from '../state/spending.ts';
import type { Policy } from '../policy/policy.ts';
import { withoutSecrets } from '../redact/without-secrets.ts';
import { Redactor } from '../redact/redactor.ts';
import type { Tool } from '../tool/tool.ts';
import { toolsByName } from '../tool/tools-by-name.ts';
import { equipmentProblem } from './equipment-problem.ts';
import { standardLimits } from './limits.ts';
import type { Limits } from './limits.ts';
import { stopSignal } from './stop-signal.ts';
import type { Append, ThreadLedger, Written } from './thread-ledger.ts';

/** The thread, a way to write to it, and what a run works with. */
export interface RunOptions extends Equipment {
  readonly thread: ThreadState;
  readonly append: Append;
}

/** What a run works with, apart from its ledger. */
export interface Equipment {
  readonly model: Model;
  readonly tools: readonly Tool[];
  readonly policy: Policy;
  /** Aborting it is the user's stop. To leave a run as it is, let `append` reject. */
  readonly signal: AbortSignal;
  readonly system?: string | undefined;
  readonly limits?: Partial<Limits>;
  /** What tokens cost. Without it the limit in money has no effect, and only the other limits hold. */
  readonly prices?: Prices;
  readonly clock?: Clock;
  /** The run's name in the ledger; without it, the open run's own, or one made from the thread's length. */
  readonly run?: string;
  /** Whose run it is; without it, the thread's own agent. */
  readonly scope?: string | undefined;
  /** The folder that file tools stay in; without it, the thread's own. */
  readonly workspace?: string | undefined;
  readonly blobs?: Blobs | undefined;
  /**
   * Called before each wait for another attempt, with what ends the wait at once; it returns what to call when the wait is over. Without it,
   * nothing ends one but its time and a stop.
   */
  readonly onWait?: ((tryNow: () => void) => () => void) | undefined;
  /** Asked before each request to the model: why none may be made now, as a message for the person. Then the run ends with them. */
  readonly spendingProblem?: (() => Promise<string | undefined>) | undefined;
  /** What neither a tool nor a model may bring into the ledger, each 8 characters or longer: keys and tokens, as they are. */
  readonly secrets?: readonly string[] | undefined;
}

/** How a run ended. */
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
  readonly onWait: Equipment['onWait'];
  readonly spendingProblem: Equipment['spendingProblem'];
  /** Aborts on a stop from anywhere, and when the ledger is out of reach. */
  readonly signal: AbortSignal;
  /** The thread as the ledger has it. */
  state(): ThreadState;
  own(): ScopeState | undefined;
  /** Aborted here, or asked for in the ledger, by anybody: it is the same stop. */
  stopped(): boolean;
  /** Resolves when the drafts are durable. With no drafts: a look at what others wrote. */
  write(...drafts: readonly EventDraft[]): Promise<readonly Written[]>;
  readonly ledger: ThreadLedger;
  close(): void;
}

export function openRun(equipment: Equipment, ledger: ThreadLedger): Run {
  const { scope, clock = realClock } = equipment;
  const hasSignal = equipment.signal instanceof AbortSignal;
  const problem = equipmentProblem(equipment) ?? (hasSignal ? undefined : NO_SIGNAL);
  if (problem !== undefined) throw new Error(problem);
  const id = equipment.run ?? openRunId(ledger.state, scope) ?? `r${ledger.state.seq + 1}`;
  const stop = stopSignal(equipment.signal, ledger, scope);
  /** What an agent says in the chat is said to all; everything else belongs to its scope, unless it names another. */
  const stamped = (draft: EventDraft): EventDraft =>
    scope === undefined || draft.scope !== undefined || draft.type === 'message.posted'
      ? { ...draft, run: id }
      : { ...draft, run: id, scope };
  const redactor = new Redactor(equipment.secrets);
  const own = (): ScopeState | undefined => ledger.state.scopes.get(scopeKey(scope));
  return {
    id,
    scope,
    model: equipment.model,
    tools: toolsByName(equipment.tools),
    policy: equipment.policy,
    system: equipment.system === undefined ? undefined : redactor.text(equipment.system),
    limits: { ...standardLimits, ...equipment.limits },
    prices: equipment.prices ?? unpriced,
    clock,
    workspace: equipment.workspace ?? ledger.state.workspace,
    blobs: equipment.blobs,
    secrets: equipment.secrets ?? [],
    onWait: equipment.onWait,
    spendingProblem: equipment.spendingProblem,
    signal: stop.signal,
    state: () => ledger.state,
    own,
    stopped: () => stop.signal.aborted || own()?.stopRequested === true,
    write: (...drafts) => ledger.write(drafts.map((draft) => stamped(withoutSecrets(draft, redactor)))),
    ledger,
    close: stop.close,
  };
}

const NO_SIGNAL = '`signal` must be an AbortSignal: new AbortController().signal is one.';
