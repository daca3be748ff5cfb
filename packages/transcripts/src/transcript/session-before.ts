import type { Account } from '@toolthread/core';

/** [L4] A session may refer to another one for what came before. That is not read, and no damage: the record is hidden by a rule that says where it is. */
const RULE = 'history-in-session:';

/** `historyIn('a1') === 'history-in-session:a1'` */
export function historyIn(session: string): string {
  return `${RULE}${session}`;
}

/**
 * The session that has what came before, if the file refers to another one for it.
 *
 * @example
 * import { readTranscript } from '@toolthread/transcripts';
 * const meta = { type: 'session_meta', payload: { id: 'b2', history_base: { thread_id: 'a1' } } };
 * sessionBefore(readTranscript(JSON.stringify(meta), { format: 'codex' }).account); //=> 'a1'
 */
export function sessionBefore({ hidden }: Pick<Account, 'hidden'>): string | undefined {
  for (const [rule] of hidden.entries()) if (rule.startsWith(RULE)) return rule.slice(RULE.length);
  return undefined;
}
