import { malformedLines } from '@toolthread/core';
import type { ThreadState } from '@toolthread/core';
import { countOf } from '@toolthread/core/text';

/**
 * The account of an imported thread in a few words; undefined for a thread that was not imported.
 *
 * @example
 * accountWords(exampleState); //=> undefined
 * const account = { ...exampleState.account, records: 12 };
 * accountWords({ account, source: { format: 'codex' } }); //=> '12 records from codex'
 */
export function accountWords({ account, source }: Pick<ThreadState, 'account' | 'source'>): string | undefined {
  const { records } = account;
  const damaged = malformedLines(account);
  const all = records + damaged;
  if (all === 0) return undefined;
  const from = source === undefined ? '' : ` from ${source.format}`;
  return `${countOf(all, 'record')}${from}${damaged === 0 ? '' : ` · ${damaged} malformed`}`;
}
