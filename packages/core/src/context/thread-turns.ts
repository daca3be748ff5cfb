/**
 * A thread's turns, made anew where it is new: the next request of a long thread goes on where its last one left off. What
 * was taken is taken again only if the ledger still says the same of it, object by object.
 */
import type { ContextCompacted, ToolCompleted, WorkspaceChanged } from '../ledger/event.ts';
import { scopeKey } from '../ledger/keys.ts';
import { isOrphan } from '../ledger/orphan.ts';
import type { LogEntry, ThreadState } from '../ledger/state.ts';
import { assistantParts } from './assistant-parts.ts';
import type { CompletionPart } from './completion-message.ts';
import { textOf } from './completion-views.ts';
import { epochOf, stampOf } from './epoch.ts';
import { remembered } from './remembered.ts';
import { mayOverhear, overhear } from './overheard.ts';
import { hears, speak } from './spoken.ts';
import { Turns } from './turns.ts';

/** What the turns were made of. */
interface Begun {
  readonly compaction: ContextCompacted | undefined;
  readonly stamp: string;
  /** How many entries of the log, and the last of them. But for messages that are changed, those before it are the same, too. */
  taken: number;
  last: LogEntry | undefined;
  readonly turns: Turns;
  /** The steps and calls that were taken, by their keys. */
  readonly steps: Set<string>;
  readonly calls: Set<string>;
  readonly orphans: { readonly result: ToolCompleted; readonly is: boolean }[];
  /** The state of which all of it held last. */
  held: ThreadState;
}

/** By the first entry of the log, which a thread keeps, and the scope. */
const begun = new WeakMap<LogEntry, Map<string, Begun>>();

/** `threadTurns(state, 'agent:coder')`: not flushed yet. */
export function threadTurns(state: ThreadState, scope: string | undefined): Turns {
  const compaction = lastCompaction(state, scope);
  const known = goOn(state, scope, compaction);
  const take = taking(state, scope, compaction);
  const last = lastStep(state, scope);
  for (; known.taken < last; known.taken += 1) {
    const entry = state.log.at(known.taken);
    if (entry === undefined) break;
    known.last = entry;
    note(known, state, scope, entry);
    take(known.turns, entry);
  }
  known.held = state;
  const turns = known.turns.copy();
  for (let index = known.taken; index < state.log.length; index += 1) {
    const entry = state.log.at(index);
    if (entry !== undefined) take(turns, entry);
  }
  return turns;
}

function goOn(state: ThreadState, scope: string | undefined, compaction: ContextCompacted | undefined): Begun {
  const stamp = stampOf(state.scopes.get(scopeKey(scope))?.config);
  const first = state.log.at(0);
  const scopes = first === undefined ? undefined : begun.get(first);
  const before = scopes?.get(scopeKey(scope));
  if (before !== undefined && before.compaction === compaction && before.stamp === stamp && stillHolds(state, before)) {
    return before;
  }
  const turns = new Turns();
  if (compaction !== undefined) turns.say(summaryPart(compaction), 'compaction', compaction.replaces_to);
  const made = { steps: new Set<string>(), calls: new Set<string>(), orphans: [] };
  const fresh: Begun = { compaction, stamp, turns, ...made, taken: 0, last: undefined, held: state };
  if (scopes !== undefined) scopes.set(scopeKey(scope), fresh);
  else if (first !== undefined) begun.set(first, new Map([[scopeKey(scope), fresh]]));
  return fresh;
}

/** The newest step may still change with every event, and what stands before it hardly ever. */
function lastStep(state: ThreadState, scope: string | undefined): number {
  for (let index = state.log.length - 1; index >= 0; index -= 1) {
    const entry = state.log.at(index);
    if (entry?.kind === 'step' && state.steps.get(entry.step)?.scope === scope) return index;
  }
  return 0;
}

function note(known: Begun, state: ThreadState, scope: string | undefined, entry: LogEntry): void {
  if (entry.kind === 'orphan') known.orphans.push({ result: entry.result, is: isOrphan(state, entry.result) });
  const step = entry.kind === 'step' ? state.steps.get(entry.step) : undefined;
  if (step === undefined || (step.scope !== scope && !mayOverhear(scope, step.scope))) return;
  known.steps.add(step.key);
  for (const part of step.parts) if (part.kind === 'call') known.calls.add(part.call);
}

/** Of the steps and calls only those are looked at that changed since it held last. */
function stillHolds(state: ThreadState, { taken, last, held, steps, calls, orphans }: Begun): boolean {
  if (taken > 0 && state.log.at(taken - 1) !== last) return false;
  // What was said is changed where it stands, and after a rewind that may be before all that was taken.
  if (state.queue.revised !== held.queue.revised) return false;
  for (const key of state.steps.changedSince(held.steps)) if (steps.has(key)) return false;
  for (const place of state.calls.byPlace.changedSince(held.calls.byPlace)) if (calls.has(place)) return false;
  return orphans.every(({ result, is }) => isOrphan(state, result) === is);
}

function taking(
  state: ThreadState,
  scope: string | undefined,
  compaction: ContextCompacted | undefined,
): (turns: Turns, entry: LogEntry) => void {
  const start = compaction?.replaces_to ?? 0;
  const epoch = epochOf(state, scope, compaction);
  return (turns, entry) => {
    switch (entry.kind) {
      case 'message':
        if (entry.since > start && hears(scope, entry.message)) speak(turns, entry.message, entry.since);
        break;
      case 'step': {
        const step = state.steps.get(entry.step);
        if (step === undefined || step.seq <= start || step.end?.discarded === true) break;
        if (step.scope !== scope) {
          if (mayOverhear(scope, step.scope)) overhear(turns, step);
          break;
        }
        const { parts, results } = assistantParts(state, step, epoch(step));
        turns.answer(parts, { seq: step.seq, builtFrom: step.builtFrom, results });
        break;
      }
      case 'orphan': {
        const { result } = entry;
        if (result.scope !== scope || result.seq <= start || !isOrphan(state, result)) break;
        turns.orphan(result.name ?? '', textOf(result.parts ?? []), result.seq);
        break;
      }
      case 'undone':
        if (entry.change.seq > start && mayHearOfUndo(scope))
          turns.say(undoPart(entry.change), 'user', entry.change.seq);
        break;
      case 'gone':
      case 'status':
      case 'continuation':
      case 'compaction':
        break;
      default:
        entry satisfies never;
    }
  };
}

/** A child run is over before anybody undoes what it did. */
function mayHearOfUndo(scope: string | undefined): boolean {
  return scope?.startsWith('child:') !== true;
}

const undoPart = remembered(({ files }: WorkspaceChanged): CompletionPart => {
  const paths = files.map(({ path }) => path).join(', ');
  return { type: 'text', text: `[The user undid these changes to files; they are as they were before: ${paths}]` };
});

const summaryPart = remembered(({ summary }: ContextCompacted): CompletionPart => ({ type: 'text', text: summary }));

function lastCompaction(state: ThreadState, scope: string | undefined): ContextCompacted | undefined {
  for (let index = state.log.length - 1; index >= 0; index -= 1) {
    const entry = state.log.at(index);
    if (entry?.kind === 'compaction' && entry.compaction.scope === scope) return entry.compaction;
  }
  return undefined;
}
