import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { endToolsWhenFrozen } from '@toolthread/agent';
import type { ThreadState } from '@toolthread/core';
import type { DueThread, HeldThread, NodeLife, Nodes, Result, RunLimits, StrandedThread } from '@toolthread/store';
import { type DoErrand, doErrands } from './do-errands.ts';
import { otherNodes, type OtherNodes } from './other-nodes.ts';
import { repeatedly, type Repeated } from './repeatedly.ts';
import type { RunClaims } from './run-claims.ts';
import { LEASE_MS, nodeNameProblem } from './node-name-problem.ts';
import { elapsedSince, readClocks } from './clocks.ts';

/** One of several servers on one ledger. */
export interface NodeOptions {
  /** The same after a restart, and no other node's: threads whose files are here are known by it. */
  readonly name: string;
  /** Whether every node finds the thread's files at the same path. Without it a thread stays where its first run was. */
  readonly hasSharedFiles?: (thread: ThreadState) => boolean;
  /** How many runs at once on all nodes. */
  readonly limits?: RunLimits;
  /** Another process has taken the name: this one does nothing more. Without it, the words go to `onError`. */
  readonly onReplaced?: (words: string) => void;
  /** Told what happens among the nodes. */
  readonly onNews?: (news: NodeNews) => void;
  /** Before the first word about a run that another process left: what is left of that process here has to end. */
  readonly beforeTakeOver?: () => Promise<void>;
}

/** Something that happens among nodes. `lost`: this one had no answer for so long that it ended its runs itself. */
export type NodeNews =
  | { readonly kind: 'came' | 'went' | 'lost'; readonly node: string }
  | { readonly kind: 'took over'; readonly thread: string; readonly run: string };

/** What a node has found when it looked. */
export interface Found {
  /** What this node held when it began to look, and still holds. */
  readonly held: readonly HeldThread[];
  readonly due: readonly DueThread[];
  readonly stranded: readonly StrandedThread[];
}

export interface Duties {
  /** This life is over: what runs here has to end at once, and may write nothing more. */
  readonly lost: () => void;
  /** Called before each look at the other nodes. The function that it returns is told what was found. */
  readonly look: () => (found: Found) => void;
  readonly onError: (error: unknown) => void;
}

export interface Node {
  readonly claims: RunClaims;
  readonly others: OtherNodes;
  /** Rejects with a message if another process works under its name: that one goes on. */
  begin(): Promise<Result<undefined>>;
  /** It looks no more. */
  stop(): Promise<void>;
  /** Nothing of it runs any more: others may have its runs at once. */
  leave(): Promise<void>;
}

/** After so long without an answer a node ends its runs itself: early enough that their tools are gone when others begin. */
const ALONE_MS = 11_000;
const RENEW_MS = 2000;
const LOOK_MS = 1000;
/** Somebody waits for what another node asks this one for. */
const ERRAND_MS = 250;
const GUARD_MS = 500;
/** An answer that takes longer is not waited for: its connection may be dead. */
const ANSWER_MS = 5000;
/** A node that is restarted is soon back. */
const STRANDED_MS = 15_000;
const DUE = 200;

/** `createNode(ledger.nodes, { name: 'a' }, duties)` */
export function createNode(nodes: Nodes, options: NodeOptions, duties: Duties): Node {
  const { name, limits = {} } = options;
  let now: NodeLife | undefined;
  let renewed = readClocks();
  let stopped = false;
  let loops: readonly Repeated[] = [];
  let guard: NodeJS.Timeout | undefined;
  let endNoTools = (): void => undefined;
  let met: ReadonlySet<string> = new Set();
  let act: DoErrand | undefined;

  /** Who came and went since the last look. */
  async function meet(): Promise<void> {
    const living = options.onNews === undefined ? undefined : await nodes.living();
    if (living?.ok !== true || stopped) return;
    const others = new Set(living.value.filter((other) => other !== name));
    for (const node of others) if (!met.has(node)) options.onNews?.({ kind: 'came', node });
    for (const node of met) if (!others.has(node)) options.onNews?.({ kind: 'went', node });
    met = others;
  }

  async function join(): Promise<Result<undefined>> {
    const [next, asked] = [{ name, life: randomUUID(), leaseMs: LEASE_MS }, readClocks()];
    const joined = await nodes.join(next);
    if (joined.ok) [now, renewed] = [next, asked];
    return joined;
  }

  async function renew(): Promise<void> {
    if (now === undefined) {
      const joined = await join();
      if (!joined.ok) duties.onError(new Error(joined.error.message));
      return;
    }
    const [life, asked] = [now, readClocks()];
    const answer = await nodes.renew(life);
    // That it cannot be reached is told by whoever wants something of it.
    if (!answer.ok || now !== life) return;
    if (answer.value === 'renewed') renewed = asked;
    else endLife();
    if (answer.value === 'replaced' && !stopped) {
      stopped = true;
      const words = `Another process works as node "${name}" now. Each node needs a name of its own.`;
      if (options.onReplaced === undefined) duties.onError(new Error(words));
      else options.onReplaced(words);
    }
  }

  function endLife(): void {
    now = undefined;
    duties.lost();
  }

  /** Also where the answer to the last renewal never comes, and after this process was frozen. */
  function judge(): void {
    if (now === undefined || elapsedSince(renewed) <= ALONE_MS) return;
    options.onNews?.({ kind: 'lost', node: name });
    endLife();
  }

  async function look(): Promise<void> {
    const life = now;
    if (life === undefined) return;
    const tell = duties.look();
    const held = await nodes.held(life.life);
    const due = await nodes.due(name, DUE);
    const stranded = await nodes.stranded(STRANDED_MS);
    await meet();
    if (now !== life || stopped || !held.ok || !due.ok || !stranded.ok) return;
    tell({ held: held.value, due: due.value, stranded: stranded.value });
  }

  async function obey(): Promise<void> {
    if (now !== undefined && act !== undefined) await doErrands(nodes.errands, name, act, duties.onError);
  }

  const once = (work: () => Promise<void>) => (): Promise<void> => {
    if (stopped) return Promise.resolve();
    return Promise.race([work(), sleep(ANSWER_MS, undefined, { ref: false })]).catch(duties.onError);
  };

  return {
    others: otherNodes(nodes, name, (given) => {
      act = given;
    }),
    claims: {
      claim: async (thread, { isRun, ...wanted }) => {
        judge();
        if (now === undefined) return { ok: true, value: { kind: 'expired' } };
        return nodes.claim(thread, { ...wanted, node: now, limits: isRun ? limits : {} });
      },
      release: async (thread, claim) => {
        const released = now === undefined ? undefined : await nodes.release(thread, now.life, claim);
        return released?.ok === true ? released.value : undefined;
      },
    },
    async begin() {
      const taken = await nodeNameProblem(nodes, name);
      if (taken !== undefined) throw new Error(taken);
      const joined = await join();
      if (!joined.ok) return joined;
      guard = setInterval(judge, GUARD_MS).unref();
      // Frozen, it cannot end them itself, and another has its runs by then.
      endNoTools = endToolsWhenFrozen(ALONE_MS);
      loops = [repeatedly(RENEW_MS, once(renew)), repeatedly(LOOK_MS, once(look)), repeatedly(ERRAND_MS, once(obey))];
      return joined;
    },
    async stop() {
      stopped = true;
      clearInterval(guard);
      endNoTools();
      await Promise.all(loops.map((loop) => loop.stop()));
    },
    async leave() {
      const life = now?.life;
      now = undefined;
      if (life !== undefined) await nodes.leave(life);
    },
  };
}
