import type { Claimed, DueThread, Ledger, Result, RunClaim, WantedRun } from '@toolthread/store';

/** Who may work in a thread: one run at a time, whoever else works on the ledger. */
export interface RunClaims {
  claim(thread: string, wanted: Wanted): Promise<Result<Claimed>>;
  /** Gives it back; and the thread, where there is something left to do in it. */
  release(thread: string, claim: RunClaim): Promise<DueThread | undefined>;
}

export interface Wanted {
  readonly run: string;
  /** On whose behalf. */
  readonly person: string;
  readonly files: WantedRun['files'];
  /** What is none is short, and limits of runs do not hold for it: a stop, an undo, a word why nothing comes. */
  readonly isRun: boolean;
}

/** `ownClaims(ledger)`: of a process that has the ledger for itself. Nobody else can have a run, and none need be given back. */
export function ownClaims(ledger: Pick<Ledger, 'claimRun'>): RunClaims {
  return {
    claim: async (thread, { run }) => {
      const claim = await ledger.claimRun(thread, run);
      return claim.ok ? { ok: true, value: { kind: 'claimed', claim: claim.value, cutOff: false } } : claim;
    },
    release: () => Promise.resolve(undefined),
  };
}
