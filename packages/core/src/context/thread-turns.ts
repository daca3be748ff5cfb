/**
 * A thread's turns, made anew where it is new: the next request of a long thread goes on where its last one left off. What
 * was taken is taken again only if the ledger still says the same of it, object by object.
 */
import type { Call } from '../ledger/call.ts';
import type { ContextCompacted } from '../ledger/event.ts';
import { scopeKey } from '../ledger/keys.ts';
import { isOrphan } from '../ledger/orphan.ts';
import type { LogEntry, Step, ThreadState } from '../ledger/state.ts';
import { assistantParts } from './assistant-parts.ts';
import type { CompletionPart } from './completion-message.ts';
import { textOf } from './completion-views.ts';
import { epochOf, stampOf } from './epoch.ts';
import { remembered } from './remembered.ts';
import { mayOverhear, overhear } from './overheard.ts';
import { hears, speak } from './spoken.ts';
import { Turns } from './turns.ts';

/** What the turns were made of, at one place of the log. */
interface Taken {
  readonly entry: LogEntry;
  readonly step?: Step | undefined;
  readonly calls?: readonly { readonly place: string; readonly call: Call | undefined }[];
  readonly orphan?: boolean;
}

interface Begun {
  readonly compaction: ContextCompacted | undefined;
  readonly stamp: string;
  readonly taken: Taken[];
  readonly turns: Turns;
}

/** By the first entry of the log, which a thread keeps, and the scope. */
const begun = new WeakMap<LogEntry, Map<string, Begun>>();

/** `threadTurns(state, 'agent:coder')`: not flushed yet. */
export function threadTurns(state: ThreadState, scope: string | undefined): Turns {
  const compaction = lastCompaction(state, scope);
  const known = goOn(state, scope, compaction);
  const take = taking(state, scope, compaction);
  const last = lastStep(state, scope);
  for (let index = known.taken.length; index < last; index += 1) {
    const entry = state.log.at(index);
    if (entry === undefined) break;
    known.taken.push(factsOf(state, scope, entry));
    take(known.turns, entry);
  }
  const turns = known.turns.copy();
  for (let index = known.taken.length; index < state.log.length; index += 1) {
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
  if (before?.compaction === compaction && before?.stamp === stamp && stillHolds(state, before.taken)) return before;
  const turns = new Turns();
  if (compaction !== undefined) turns.say(summaryPart(compaction), 'compaction', compaction.replaces_to);
  const fresh: Begun = { compaction, stamp, taken: [], turns };
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

function factsOf(state: ThreadState, scope: string | undefined, entry: LogEntry): Taken {
  if (entry.kind === 'orphan') return { entry, orphan: isOrphan(state, entry.result) };
  const step = entry.kind === 'step' ? state.steps.get(entry.step) : undefined;
  if (step === undefined) return { entry };
  if (step.scope !== scope) return mayOverhear(scope, step.scope) ? { entry, step } : { entry };
  const places = Array.from(step.parts).flatMap((part) => (part.kind === 'call' ? [part.call] : []));
  return { entry, step, calls: places.map((place) => ({ place, call: state.calls.byPlace.get(place) })) };
}

function stillHolds(state: ThreadState, taken: readonly Taken[]): boolean {
  if (taken.length > state.log.length) return false;
  let index = 0;
  for (const entry of state.log) {
    const facts = taken[index];
    if (facts === undefined) return true;
    if (facts.entry !== entry) return false;
    if (facts.step !== undefined && state.steps.get(facts.step.key) !== facts.step) return false;
    for (const { place, call } of facts.calls ?? []) if (state.calls.byPlace.get(place) !== call) return false;
    if (entry.kind === 'orphan' && facts.orphan !== isOrphan(state, entry.result)) return false;
    index += 1;
  }
  return true;
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
        if (entry.message.seq > start && hears(scope, entry.message)) speak(turns, entry.message);
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
      case 'status':
      case 'continuation':
      case 'compaction':
        break;
      default:
        entry satisfies never;
    }
  };
}

const summaryPart = remembered(({ summary }: ContextCompacted): CompletionPart => ({ type: 'text', text: summary }));

function lastCompaction(state: ThreadState, scope: string | undefined): ContextCompacted | undefined {
  for (let index = state.log.length - 1; index >= 0; index -= 1) {
    const entry = state.log.at(index);
    if (entry?.kind === 'compaction' && entry.compaction.scope === scope) return entry.compaction;
  }
  return undefined;
}
