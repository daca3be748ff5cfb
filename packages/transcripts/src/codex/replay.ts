/** A subagent's file begins with a copy of its parent's lines. They are hidden here. */
import { fieldsOf, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { timeOf } from '../records/time-of.ts';
import type { RolloutLine } from './rollout-line.ts';

export class Replay {
  #state: 'none' | 'own' | 'replayed' = 'none';
  #isSubagent = false;
  #bornAt: number | undefined;
  #ownFrom: number | undefined;
  readonly #parentTurns: readonly string[];
  /** How many of the parent's turns have come again. */
  #repeated = 0;

  /** `parentTurns`: those of the session that started the agent, up to then. */
  constructor(parentTurns: readonly string[] = []) {
    this.#parentTurns = parentTurns;
  }

  /** Whether the line is of the parent. A fork that a person made keeps its copied lines: it continues that conversation. */
  isReplayed(line: RolloutLine): boolean {
    if (line.kind === 'session_meta') return this.#meta(line);
    if (this.#state !== 'replayed') return false;
    if (this.#ownFrom !== undefined && typeof line.ordinal === 'number' && line.ordinal >= this.#ownFrom) this.#end();
    else if (isTurnStart(line) && this.#isOwn(turnOf(line))) this.#end();
    return this.#state === 'replayed';
  }

  #meta({ payload, at }: RolloutLine): boolean {
    if (this.#state === 'none') {
      this.#state = 'own';
      this.#isSubagent = isSubagent(payload);
      this.#bornAt = timeOfId(textOf(payload['id'])) ?? timeOf(payload['timestamp']) ?? at;
      const from = payload['subagent_history_start_ordinal'];
      this.#ownFrom = typeof from === 'number' ? from : undefined;
      return false;
    }
    if (this.#isSubagent) this.#state = 'replayed';
    return true;
  }

  #end(): void {
    this.#state = 'own';
  }

  /** Most ids of turns hold the time they were made: one made after the file's own session is its own. Of any other id: one that is not the parent's, in the parent's order. */
  #isOwn(turn: string | undefined): boolean {
    const at = timeOfId(turn);
    if (at !== undefined) return this.#bornAt === undefined || at >= this.#bornAt;
    if (turn === undefined) return true;
    const isSame = this.#repeated > 0 && this.#parentTurns[this.#repeated - 1] === turn;
    const place = isSame ? this.#repeated - 1 : this.#parentTurns.indexOf(turn, this.#repeated);
    if (place === -1) return true;
    this.#repeated = place + 1;
    return false;
  }
}

/** The turn that a line is of, where it says so. */
export function turnOf({ payload }: RolloutLine): string | undefined {
  return textOf(payload['turn_id']);
}

export function isTurnStart({ kind, type }: RolloutLine): boolean {
  return kind === 'turn_context' || (kind === 'event_msg' && (type === 'task_started' || type === 'turn_started'));
}

function isSubagent(meta: JsonFields): boolean {
  return fieldsOf(meta['source'])['subagent'] !== undefined || textOf(meta['parent_thread_id']) !== undefined;
}

/** Of a subagent's session: the session that started it, and the agent's name, where the file tells them. */
export function subagentOf(meta: JsonFields): {
  readonly parent: string | undefined;
  readonly name: string | undefined;
} {
  const spawned = fieldsOf(fieldsOf(fieldsOf(meta['source'])['subagent'])['thread_spawn']);
  const word = (name: string): string | undefined => textOf(spawned[name]) ?? textOf(meta[name]);
  return { parent: word('parent_thread_id'), name: word('agent_nickname') ?? word('agent_role') };
}

/** The first 48 bits of a UUID of version 7 are milliseconds. */
export function timeOfId(id: string | undefined): number | undefined {
  const hex = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-/.exec(id ?? '');
  return hex === null ? undefined : Number.parseInt(`${hex[1]}${hex[2]}`, 16);
}
