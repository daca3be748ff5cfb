import { scopeKey } from '../../ledger/fold/scope-key.ts';
import type { LogEntry, Step, ThreadState } from '../../ledger/thread-state.ts';
import { isoTime } from '../iso-time.ts';
import { SYSTEM } from '../../ledger/human.ts';
import { goesOnAlone, isAtWork } from '../../ledger/scope-kind.ts';
import { postedText } from '../to-messages/posted-text.ts';
import { UniqueIds } from '../to-messages/unique-ids.ts';
import { isInsideCall } from '../to-messages/is-inside-call.ts';
import type { ChatMessage } from './chat-message.ts';
import { Turn } from './turn.ts';

/**
 * The thread as a chat: one assistant message for each turn, its answer in `content`, each commentary with the call it precedes
 * (after the last call of a step: with that call). A failed run leaves a system message. Ids are the run's, or count the turns.
 *
 * @example
 * toChatMessages(exampleState).map(({ role, content }) => `${role}: ${content}`); //=> ['user: Who uses the parser?', 'assistant: Only the linter.']
 */
export function toChatMessages(state: ThreadState): ChatMessage[] {
  const entries: (Turn | ChatEntry)[] = [];
  /** The turn each scope is writing; what a person says ends all of them. */
  const current = new Map<string, Turn>();
  const turnOf = (scope: string | undefined, run: string | undefined, at: number): Turn => {
    const known = current.get(scopeKey(scope));
    if (known !== undefined && known.run === run) return known;
    const turn = new Turn(scope, run, at);
    current.set(scopeKey(scope), turn);
    entries.push(turn);
    return turn;
  };
  let saidAt = 0;
  for (const entry of state.log) {
    switch (entry.kind) {
      case 'message':
        current.clear();
        saidAt = entry.message.at;
        entries.push(entry);
        break;
      case 'step': {
        const step = state.steps.get(entry.step);
        if (step === undefined || isInsideCall(state, step.scope)) break;
        turnOf(step.scope, step.run, step.startedAt).addStep(state, step);
        break;
      }
      case 'orphan':
        turnOf(entry.result.scope, entry.result.run, entry.result.at).addOrphan(entry.result, entry.outwardId);
        break;
      case 'status':
        if (entry.status.status === 'failed' && !isInsideCall(state, entry.status.scope)) entries.push(entry);
        break;
      case 'continuation':
      case 'compaction':
      case 'undone':
      case 'gone':
        break;
      default:
        entry satisfies never;
    }
  }
  for (const { scope, run } of runningScopes(state)) {
    const busy = entries.findLast((entry) => entry instanceof Turn && entry.scope === scope && entry.isActive);
    const turn = current.get(scopeKey(scope));
    if (turn !== undefined) turn.runs = true;
    else if (busy === undefined) turnOf(scope, run, saidAt).runs = true;
  }
  for (const entry of entries) {
    if (entry instanceof Turn) entry.mayGoOn = mayGoOn(state, entry, current.get(scopeKey(entry.scope)) === entry);
  }
  return written(entries);
}

/** Whether a call may still follow in a turn. Without a word about the run, its last step says whether there was more to come. */
function mayGoOn(state: ThreadState, { scope, lastStep }: Turn, isNewest: boolean): boolean {
  if (state.life === 'closed') return false;
  const status = state.scopes.get(scopeKey(scope))?.status;
  if (status !== undefined && !isAtWork(status)) return false;
  const end = lastStep?.end;
  if (lastStep !== undefined && end === undefined) return true;
  return isNewest && (status !== undefined || end?.reason === 'tool_calls' || end?.reason === 'pause');
}

type ChatEntry = Extract<LogEntry, { kind: 'message' | 'status' }>;

/** Agents at work, now: in a closed thread there are none. A writer that tells no status is at work while a step is open. */
function runningScopes(state: ThreadState): { readonly scope: string | undefined; readonly run: string | undefined }[] {
  if (state.life === 'closed') return [];
  const last = state.log.toArray().findLast((entry) => entry.kind === 'step');
  const step: Step | undefined = last?.kind === 'step' ? state.steps.get(last.step) : undefined;
  return [...state.scopes.entries()].flatMap(([, { scope, status, run }]) => {
    if (isInsideCall(state, scope)) return [];
    if (status === undefined)
      return step !== undefined && step.scope === scope && step.end === undefined ? [{ scope, run }] : [];
    return goesOnAlone(status) ? [{ scope, run }] : [];
  });
}

function written(entries: readonly (Turn | ChatEntry)[]): ChatMessage[] {
  const ids = new UniqueIds();
  let turns = 0;
  let failures = 0;
  return entries.map((entry): ChatMessage => {
    if (entry instanceof Turn) {
      turns += 1;
      return entry.message(ids.take(`turn_${turns}`, entry.run));
    }
    if (entry.kind === 'message') {
      const { message, key } = entry;
      const role = message.author === SYSTEM ? 'system' : 'user';
      return {
        id: ids.take(key, message.client_id),
        role,
        content: postedText(message),
        createdAt: isoTime(message.at),
      };
    }
    failures += 1;
    const content = entry.status.error_message ?? 'Agent failed';
    return { id: ids.take(`error_${failures}`), role: 'system', content, createdAt: isoTime(entry.status.at) };
  });
}
