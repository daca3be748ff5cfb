/** So the server names the threads that show sessions of other agents: `sessionOf('session-5f0c-1') === '5f0c'`; undefined for any other thread. */
export function sessionOf(thread: string): string | undefined {
  return /^session-(\w+)-\d+$/.exec(thread)?.[1];
}
