import type { SessionTurn } from './session-turn.ts';

/**
 * How a session of another agent is. `working`: its last turn is open, and its last record is less than a minute old; or it may be over, and not a quarter of a minute ago. `open`: it is open, and nothing was
 * recorded since. `waiting`: a question to a person has no answer. `failed`: the last turn ended with an error.
 * `stopped`: it was cut off, by a person or a limit.
 */
export type SessionState = 'working' | 'open' | 'waiting' | 'failed' | 'stopped' | 'done';

/** If something was recorded within this time, the agent is at work. */
const LATELY_MS = 60_000;
/** The same where its last words look like the end. */
const ANSWERED_MS = 15_000;

/**
 * [L3] By its records alone, for every list: a file that was copied or touched just now is not at work. `lastAt`: when the last one was made; undefined
 * where no record says it.
 *
 * @example
 * [sessionState('open', 1000, 2000), sessionState('open', 1000, 90_000), sessionState('over', 1000, 2000)]; //=> ['working', 'open', 'done']
 */
export function sessionState(turn: SessionTurn, lastAt: number | undefined, now: number): SessionState {
  switch (turn) {
    case 'open':
      return lastAt !== undefined && now - lastAt < LATELY_MS ? 'working' : 'open';
    case 'asks':
      return 'waiting';
    case 'failed':
      return 'failed';
    case 'stopped':
      return 'stopped';
    case 'answered':
      return lastAt !== undefined && now - lastAt < ANSWERED_MS ? 'working' : 'done';
    case 'over':
      return 'done';
    default:
      return turn satisfies never;
  }
}
