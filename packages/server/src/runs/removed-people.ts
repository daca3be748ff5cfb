import type { EventDraft } from '@toolthread/core';
import type { Ledger } from '@toolthread/store';
import { type Repeated, repeatedly } from '../nodes/repeatedly.ts';
import type { RunInput } from './agent.ts';
import { isStopping } from './is-stopping.ts';
import { personAsking } from './person-asking.ts';
import { unwrap } from './run-lost.ts';

export interface RemovedPeopleOptions {
  readonly ledger: Pick<Ledger, 'people' | 'listAtWork' | 'state'>;
  /** What runs here, by thread. */
  readonly working: ReadonlyMap<string, unknown>;
  /** Ends the thread's run, and records why. */
  readonly stop: (thread: string, reason: string) => void;
}

/** Nothing goes on in the name of somebody whose account was removed, by whichever process that was. */
export interface RemovedPeople {
  /** Ends their runs, also those that wait, now and whenever somebody else is removed. */
  watch(): void;
  /** The same run; one that begins in such a name is stopped before it does anything: `checked(agent.run)`. */
  checked(run: (input: RunInput) => Promise<unknown>): (input: RunInput) => Promise<unknown>;
  close(): Promise<void>;
}

/** A run ends well within two seconds. */
const LOOK_MS = 1000;

/** `createRemovedPeople({ ledger, working, stop })` */
export function createRemovedPeople({ ledger, working, stop }: RemovedPeopleOptions): RemovedPeople {
  const { people } = ledger;
  const known = new Set<string>();
  let seen: number | undefined;
  let looking: Repeated | undefined;

  async function look(): Promise<void> {
    const changes = unwrap(await people.changes());
    if (changes === seen) return;
    const gone = new Set(unwrap(await people.accounts.removed()).filter((name) => !known.has(name)));
    if (gone.size > 0) await endRunsOf(gone);
    for (const name of gone) known.add(name);
    seen = changes;
  }

  async function endRunsOf(gone: ReadonlySet<string>): Promise<void> {
    for (const thread of new Set([...working.keys(), ...unwrap(await ledger.listAtWork())])) {
      const state = await ledger.state(thread);
      // One that is damaged, or was deleted meanwhile, has no run.
      if (!state.ok || state.value.agent === 'elsewhere' || isStopping(state.value)) continue;
      const person = personAsking(state.value);
      if (gone.has(person)) stop(thread, removedWords(person));
    }
  }

  return {
    watch() {
      // What cannot be asked now is asked the next time.
      looking = repeatedly(LOOK_MS, () => look().catch(() => undefined));
    },
    checked: (run) => async (input) => {
      const person = personAsking(input.thread);
      if (isStopping(input.thread) || !unwrap(await people.accounts.removed()).includes(person)) return run(input);
      const stopped: readonly EventDraft[] = [
        { type: 'agent.status', status: 'queued' },
        { type: 'run.stop.requested', reason: removedWords(person) },
      ];
      await input.append(stopped);
      return run({ ...input, thread: unwrap(await ledger.state(input.thread.id)), signal: AbortSignal.abort() });
    },
    close: async () => looking?.stop(),
  };
}

function removedWords(person: string): string {
  return `Stopped: the account "${person}", which asked for this, was removed.`;
}
