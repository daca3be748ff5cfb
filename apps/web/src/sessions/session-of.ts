/** So the server names the threads that show sessions of other agents: `sessionOf('session-5f0c-1') === '5f0c'`; undefined for any other thread. */
export function sessionOf(thread: string): string | undefined {
  return /^session-(\w\w*)-\d\d*$/.exec(thread)?.[1];
}

/** It shows a file that somebody gave: a copy, which no file makes longer. */
export function isGiven(thread: string): boolean {
  return sessionOf(thread)?.startsWith('given_') === true;
}
