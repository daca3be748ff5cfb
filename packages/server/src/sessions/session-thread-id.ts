/** The thread that shows a session has a name of its own: the same each time, so that nobody has to remember which one it was. */

const NAME = /^session-(\w{1,64})-\d{1,6}$/;

/** `sessionThreadId('5f0c', 1) === 'session-5f0c-1'`. A session whose file was rewritten is another thread: the next version. */
export function sessionThreadId(session: string, version: number): string {
  return `session-${session}-${version}`;
}

/**
 * The session of another agent that a thread shows; undefined for any other thread.
 *
 * @example
 * sessionOf('session-5f0c-1'); //=> '5f0c'
 */
export function sessionOf(thread: string): string | undefined {
  return NAME.exec(thread)?.[1];
}

/** By its name a page knows that it follows no file. */
const GIVEN = 'given_';

/** A session whose file somebody gave, with this hash: it is in the ledger and nowhere else. */
export function givenSession(hash: string): string {
  return GIVEN + hash;
}

/**
 * It shows a file that somebody gave: a copy, which no file makes longer.
 *
 * @example
 * isGiven('session-given_5f0c-1'); //=> true
 */
export function isGiven(thread: string): boolean {
  return sessionOf(thread)?.startsWith(GIVEN) === true;
}

/** A thread that shows a session which is on this computer, too: it is found there. */
export function isOfThisComputer(thread: string): boolean {
  return sessionOf(thread) !== undefined && !isGiven(thread);
}
