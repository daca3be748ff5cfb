/** [L4] A session may refer to another one for what came before. That is not read, and no damage: the account says where it is. */
const BEGINS = 'what came before is in the session ';

/** `historyElsewhere('a1')`: the reason in the account. */
export function historyElsewhere(session: string): string {
  return `${BEGINS}${session}, from which this one was forked`;
}

/**
 * Whether a reason in the account only says where the session's beginning is.
 *
 * @example
 * isHistoryElsewhere('not JSON'); //=> false
 */
export function isHistoryElsewhere(reason: string): boolean {
  return reason.startsWith(BEGINS);
}
