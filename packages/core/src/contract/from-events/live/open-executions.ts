import type { ToldTurn } from '../told-turn.ts';

/** An execution that has not said that it is over. */
export interface OpenExecution {
  /** Whose run it is. */
  readonly scope: string;
  /** Whether it has told something that no stored message tells. */
  readonly isAhead: boolean;
  /** What is stored tells how it ended. */
  rest(): void;
  /** Another one works in its place. */
  leave(): void;
}

/** Who is not over, by the turn in which it was heard last. */
export class OpenExecutions {
  readonly #turns = new Map<OpenExecution, ToldTurn>();
  readonly #ofTurn = new Map<ToldTurn, Set<OpenExecution>>();
  /** Of earlier turns, by their scopes. */
  readonly #left = new Map<string, Set<OpenExecution>>();
  #now: ToldTurn | undefined;

  /** It was heard in that turn, which is the newest. */
  hear(execution: OpenExecution, turn: ToldTurn): void {
    if (this.#turns.get(execution) === turn) return;
    this.#leaveTurns(turn);
    this.end(execution);
    this.#turns.set(execution, turn);
    put(this.#ofTurn, turn, execution);
  }

  end(execution: OpenExecution): void {
    const turn = this.#turns.get(execution);
    if (turn === undefined) return;
    this.#turns.delete(execution);
    drop(this.#ofTurn, turn, execution);
    drop(this.#left, execution.scope, execution);
  }

  /** Nobody is at work in that turn any more; false if somebody has told more than is stored. */
  rest(turn: ToldTurn): boolean {
    for (const execution of this.#ofTurn.get(turn) ?? []) {
      if (execution.isAhead) return false;
      this.end(execution);
      execution.rest();
    }
    return true;
  }

  /** A run begins in that turn: one of an earlier turn that is not over broke off. */
  begin({ scope }: OpenExecution, turn: ToldTurn): void {
    this.#leaveTurns(turn);
    for (const execution of this.#left.get(scope) ?? []) {
      this.end(execution);
      execution.leave();
    }
  }

  #leaveTurns(now: ToldTurn): void {
    const before = this.#now;
    this.#now = now;
    if (before === undefined || before === now) return;
    for (const execution of this.#ofTurn.get(before) ?? []) put(this.#left, execution.scope, execution);
  }
}

function put<Key>(sets: Map<Key, Set<OpenExecution>>, key: Key, execution: OpenExecution): void {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set.add(execution));
}

function drop<Key>(sets: Map<Key, Set<OpenExecution>>, key: Key, execution: OpenExecution): void {
  const set = sets.get(key);
  set?.delete(execution);
  if (set?.size === 0) sets.delete(key);
}
