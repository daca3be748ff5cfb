/** A thread's turns, as the agent of a scope sees them. */
import { hearing } from '../../ledger/queries/hearing.ts';
import { scopeKey } from '../../ledger/fold/scope-key.ts';
import { scopeKind } from '../../ledger/scope-kind.ts';
import type { ContextCompacted, WorkspaceChanged } from '../../ledger/ledger-event.ts';
import type { LogEntry, ThreadState } from '../../ledger/thread-state.ts';
import { assistantParts } from './assistant-parts.ts';
import type { CompletionPart } from '../completion-message.ts';
import { onlyText } from '../completion-message.ts';
import { epochOf } from './epoch-of.ts';
import { mayOverhear, overhear } from './overhear.ts';
import type { Reading } from './reading.ts';
import { speak } from './speak.ts';
import { Turns } from './turns.ts';

/** This many entries of the log are read before the event loop gets a turn. The time for garbage collection counts, too. */
const PIECE = 100;

/** `threadTurns(state, 'agent:coder')`: not flushed yet. It yields between pieces. */
export function* threadTurns(
  state: ThreadState,
  scope: string | undefined,
  reading: Reading = 'plain',
): Generator<undefined, Turns> {
  const compaction = state.scopes.get(scopeKey(scope))?.compaction;
  const turns = new Turns();
  if (compaction !== undefined)
    turns.say({ type: 'text', text: compaction.summary }, 'compaction', compaction.replaces_to);
  const take = taking(turns, state, scope, compaction, reading);
  let taken = 0;
  for (const entry of state.log) {
    yield* take(entry);
    taken += 1;
    if (taken % PIECE === 0) yield;
  }
  return turns;
}

function taking(
  turns: Turns,
  state: ThreadState,
  scope: string | undefined,
  compaction: ContextCompacted | undefined,
  reading: Reading,
): (entry: LogEntry) => Generator<undefined, void> {
  const start = compaction?.replaces_to ?? 0;
  const epoch = epochOf(state, scope, compaction);
  return function* (entry) {
    switch (entry.kind) {
      case 'message':
        if (entry.since > start && hearing(scope, entry.message) !== 'nothing')
          speak(turns, entry.message, entry.since);
        break;
      case 'step': {
        const step = state.steps.get(entry.step);
        if (step === undefined || step.seq <= start || step.end?.discarded === true) break;
        if (step.scope !== scope) {
          if (mayOverhear(scope, step.scope)) overhear(turns, step);
          break;
        }
        const { parts, results } = yield* assistantParts(
          state,
          step,
          epoch(step),
          step.run === undefined ? reading : 'plain',
        );
        turns.answer(parts, { seq: step.seq, builtFrom: step.builtFrom, results, ended: step.end?.reason });
        break;
      }
      case 'orphan': {
        const { result } = entry;
        if (result.scope !== scope || result.seq <= start) break;
        turns.orphan(result.name ?? '', onlyText(result.parts ?? []), result.seq, reading);
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

/** A child run has ended before its changes can be undone. */
function mayHearOfUndo(scope: string | undefined): boolean {
  return scopeKind(scope) !== 'child';
}

function undoPart({ files }: WorkspaceChanged): CompletionPart {
  const paths = files.map(({ path }) => path).join(', ');
  return { type: 'text', text: `[The user undid these changes to files; they are as they were before: ${paths}]` };
}
