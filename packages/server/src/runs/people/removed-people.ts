import { continueRun } from '@toolthread/agent';
import { type EventDraft, HUMAN, scopeKey, type ThreadState } from '@toolthread/core';
import type { MessagePosted } from '@toolthread/core/events';
import { queuedMessages } from '@toolthread/core/summary';
import type { Ledger, RemovedName } from '@toolthread/store';
import { type Repeated, repeatedly } from '../../nodes/repeatedly.ts';
import type { Agent, RunInput } from '../agent.ts';
import { isStopping } from '@toolthread/core/queries';
import { askedLast } from './person-asking.ts';
import { unwrap } from '../run-lost.ts';

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

/** Nothing goes on in the name of somebody who was removed, by whichever process that was: no run of theirs, and nothing that they said into another's. */
export interface RemovedPeople {
  /** Ends their runs, also those that wait, and takes back what waits in others' runs, now and whenever somebody else is removed. */
  watch(): void;
  /**
   * The same run; one that begins in such a name is stopped before it does anything: `checked(agent.run)`. What others said into a run that ended so, or
   * for after it, and no step has read, is answered in their name: nobody wanted to stop them.
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
  const known = new Map<string, number>();
  let seen: number | undefined;
  let looking: Repeated | undefined;

  async function look(): Promise<void> {
    const changes = unwrap(await people.changes());
    if (changes === seen) return;
    const all = await removedNames();
    const gone = new Map([...all].filter(([name, { until }]) => known.get(name) !== until));
    if (gone.size > 0) await endRunsOf(gone);
    for (const [name, { until }] of gone) {
      known.set(name, until);
      // Those of before the first look were removed long ago.
      if (seen !== undefined) onRemoved?.(name);
    }
    seen = changes;
  }

  async function removedNames(): Promise<Gone> {
    const removed = unwrap(await people.accounts.removed());
    return new Map(removed.map((one) => [one.name, { until: one.until ?? Infinity, words: wordsOf(one) }]));
  }

  async function endRunsOf(gone: Gone): Promise<void> {
    for (const thread of new Set([...working.keys(), ...unwrap(await ledger.listAtWork())])) {
      const state = await ledger.state(thread);
      // One that is damaged, or was deleted meanwhile, has no run.
      if (!state.ok || state.value.agent === 'elsewhere' || isStopping(state.value)) continue;
      const { person, at } = askedLast(state.value);
      const why = whyGone(gone, person, at);
      if (why !== undefined) stop(thread, why);
      // Where another node has the run, that one takes it back.
      else if (working.has(thread))
        await takeBack(state.value, gone, async (said) => unwrap(await ledger.append(thread, said)));
    }
  }

  async function begun(run: Run, input: RunInput): Promise<unknown> {
    const { person, at } = askedLast(input.thread);
    const gone = await removedNames();
    if (isStopping(input.thread) || gone.size === 0) return run(input);
    const why = whyGone(gone, person, at);
    if (why === undefined) {
      const isChanged = await takeBack(input.thread, gone, input.append);
      return run(isChanged ? { ...input, thread: unwrap(await ledger.state(input.thread.id)) } : input);
    }
    const stopped: readonly EventDraft[] = [
      { type: 'agent.status', status: 'queued' },
      { type: 'run.stop.requested', reason: why },
    ];
    await input.append(stopped);
    return run({ ...input, thread: unwrap(await ledger.state(input.thread.id)), signal: AbortSignal.abort() });
  }

  async function goOnForOthers({ thread: { id }, append }: RunInput): Promise<void> {
    const state = unwrap(await ledger.state(id));
    const own = state.scopes.get(scopeKey(undefined));
    if (own?.status !== 'cancelled' || own.stopReason === undefined) return;
    const gone = await removedNames();
    if (![...gone.values()].some(({ words }) => words === own.stopReason)) return;
    const heard = queuedMessages(state).filter(
      ({ message: { by = HUMAN, at } }) => whyGone(gone, by, at) === undefined,
    );
    const last = heard.at(-1)?.message;
    if (last === undefined) return;
    const held = heard.filter(({ state: where }) => where === 'held');
    const goesOn = continueRun(state).map((draft) => ({ ...draft, asked_by: last.by ?? HUMAN }));
    // What waits for the end of a run that will not come is said now: that begins a run by itself.
    await append(held.length > 0 ? held.flatMap(({ message }) => saidNow(message)) : goesOn);
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
  gone: Gone,
  append: (drafts: readonly EventDraft[]) => Promise<unknown>,
): Promise<boolean> {
  const theirs = queuedMessages(state).filter(({ message: { by = HUMAN, at } }) => whyGone(gone, by, at) !== undefined);
  if (theirs.length === 0) return false;
  await append(theirs.map(({ message: { seq } }) => ({ type: 'message.changed', message: seq, parts: [] })));
  return true;
}

/** By name: up to when what they asked for is over, and why. */
type Gone = ReadonlyMap<string, { readonly until: number; readonly words: string }>;

/** Undefined if what they asked for at that time may go on. */
function whyGone(gone: Gone, person: string, at: number): string | undefined {
  const known = gone.get(person);
  return known !== undefined && at <= known.until ? known.words : undefined;
}

function wordsOf({ name, until }: RemovedName): string {
  return until === undefined
    ? `Stopped: the account "${name}", which asked for this, was removed.`
    : `Stopped: "${name}", who asked for this, was removed.`;
}

function saidNow({ seq, author, by, parts, mentions }: MessagePosted): readonly EventDraft[] {
  const named = { ...(by === undefined ? {} : { by }), ...(mentions === undefined ? {} : { mentions }) };
  return [
    { type: 'message.changed', message: seq, parts: [] },
    { type: 'message.posted', author, parts, delivery: 'now', ...named },
  ];
}
