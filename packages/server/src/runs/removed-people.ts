import { continueRun } from '@toolthread/agent';
import { type EventDraft, HUMAN, scopeKey, type ThreadState } from '@toolthread/core';
import { queuedMessages } from '@toolthread/core/summary';
import type { Ledger } from '@toolthread/store';
import { type Repeated, repeatedly } from '../nodes/repeatedly.ts';
import type { Agent, RunInput } from './agent.ts';
import { isStopping } from '@toolthread/core/queries';
import { personAsking } from './person-asking.ts';
import { unwrap } from './run-lost.ts';

export interface RemovedPeopleOptions {
  readonly ledger: Pick<Ledger, 'people' | 'listAtWork' | 'state' | 'append'>;
  /** What runs here, by thread. */
  readonly working: ReadonlyMap<string, unknown>;
  /** Ends the thread's run, and records why. */
  readonly stop: (thread: string, reason: string) => void;
  /** There is something to do in the thread. */
  readonly wake: (thread: string) => void;
  readonly onRemoved: ((person: string) => void) | undefined;
}

type Run = Agent['run'];

/** Nothing goes on in the name of somebody whose account was removed, by whichever process that was: no run of theirs, and nothing that they said into another's. */
export interface RemovedPeople {
  /** Ends their runs, also those that wait, and takes back what waits in others' runs, now and whenever somebody else is removed. */
  watch(): void;
  /**
   * The same run; one that begins in such a name is stopped before it does anything: `checked(agent.run)`. What others said into a run that ended so, and
   * no step has read, is answered in their name: nobody wanted to stop them.
   */
  checked(run: Run): Run;
  close(): Promise<void>;
}

/** A run ends well within two seconds. */
const LOOK_MS = 1000;

/** `createRemovedPeople({ ledger, working, stop, wake, onRemoved })` */
export function createRemovedPeople(options: RemovedPeopleOptions): RemovedPeople {
  const { ledger, working, stop, wake, onRemoved } = options;
  const { people } = ledger;
  const known = new Set<string>();
  let seen: number | undefined;
  let looking: Repeated | undefined;

  async function look(): Promise<void> {
    const changes = unwrap(await people.changes());
    if (changes === seen) return;
    const gone = new Set(unwrap(await people.accounts.removed()).filter((name) => !known.has(name)));
    if (gone.size > 0) await endRunsOf(gone);
    for (const name of gone) {
      known.add(name);
      // Those of before the first look were removed long ago.
      if (seen !== undefined) onRemoved?.(name);
    }
    seen = changes;
  }

  async function endRunsOf(gone: ReadonlySet<string>): Promise<void> {
    for (const thread of new Set([...working.keys(), ...unwrap(await ledger.listAtWork())])) {
      const state = await ledger.state(thread);
      // One that is damaged, or was deleted meanwhile, has no run.
      if (!state.ok || state.value.agent === 'elsewhere' || isStopping(state.value)) continue;
      const person = personAsking(state.value);
      if (gone.has(person)) stop(thread, removedWords(person));
      // Where another node has the run, that one takes it back.
      else if (working.has(thread))
        await takeBack(state.value, gone, async (said) => unwrap(await ledger.append(thread, said)));
    }
  }

  async function begun(run: Run, input: RunInput): Promise<unknown> {
    const person = personAsking(input.thread);
    const gone = new Set(unwrap(await people.accounts.removed()));
    if (isStopping(input.thread) || gone.size === 0) return run(input);
    if (!gone.has(person)) {
      const isChanged = await takeBack(input.thread, gone, input.append);
      return run(isChanged ? { ...input, thread: unwrap(await ledger.state(input.thread.id)) } : input);
    }
    const stopped: readonly EventDraft[] = [
      { type: 'agent.status', status: 'queued' },
      { type: 'run.stop.requested', reason: removedWords(person) },
    ];
    await input.append(stopped);
    return run({ ...input, thread: unwrap(await ledger.state(input.thread.id)), signal: AbortSignal.abort() });
  }

  async function goOnForOthers({ thread: { id }, append }: RunInput): Promise<void> {
    const state = unwrap(await ledger.state(id));
    const own = state.scopes.get(scopeKey(undefined));
    if (own?.status !== 'cancelled' || own.stopReason === undefined) return;
    const gone = unwrap(await people.accounts.removed());
    if (!gone.some((name) => removedWords(name) === own.stopReason)) return;
    const heard = queuedMessages(state).findLast(
      ({ state: where, message: { by = HUMAN } }) => where === 'said' && !gone.includes(by),
    );
    if (heard === undefined) return;
    const asked_by = heard.message.by ?? HUMAN;
    await append(continueRun(state).map((draft) => ({ ...draft, asked_by })));
    wake(id);
  }

  return {
    watch() {
      // What cannot be asked now is asked the next time.
      looking = repeatedly(LOOK_MS, () => look().catch(() => undefined));
    },
    checked: (run) => async (input) => {
      const ended = await begun(run, input);
      await goOnForOthers(input);
      return ended;
    },
    close: async () => looking?.stop(),
  };
}

/** What they said and no step has read. Whether there was any. */
async function takeBack(
  state: ThreadState,
  gone: ReadonlySet<string>,
  append: (drafts: readonly EventDraft[]) => Promise<unknown>,
): Promise<boolean> {
  const theirs = queuedMessages(state).filter(({ message: { by } }) => by !== undefined && gone.has(by));
  if (theirs.length === 0) return false;
  await append(theirs.map(({ message: { seq } }) => ({ type: 'message.changed', message: seq, parts: [] })));
  return true;
}

function removedWords(person: string): string {
  return `Stopped: the account "${person}", which asked for this, was removed.`;
}
