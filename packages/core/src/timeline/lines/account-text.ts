/** What became of every record of an imported file ([L4]), in the same words wherever it is told. */
import { malformedLines } from '../../ledger/queries/malformed-lines.ts';
import type { Account, ThreadState } from '../../ledger/thread-state.ts';
import { english } from '../../text/language/english.ts';
import type { Language } from '../../text/language/language.ts';

/** The account of an import on one line. Damage is apart, because it may be drawn otherwise. */
export interface AccountText {
  /** `414 records from codex` */
  readonly records: string;
  /** `280 shown, 24 folded, 110 hidden` */
  readonly fates: string;
  /** ` · 3 malformed lines`; empty if all could be read. */
  readonly damage: string;
}

/**
 * The account of an imported thread in a few words; undefined for a thread that was not imported.
 *
 * @example
 * accountText(exampleState); //=> undefined
 * const account = { ...exampleState.account, records: 12, shown: 12 };
 * accountText({ account, source: { format: 'codex' } })?.records; //=> '12 records from codex'
 * accountText({ account })?.fates; //=> '12 shown, 0 folded, 0 hidden'
 */
export function accountText(
  { account, source }: Pick<ThreadState, 'account'> & Partial<Pick<ThreadState, 'source'>>,
  language: Language = english,
): AccountText | undefined {
  const { records, shown, folded, hidden } = account;
  const damaged = malformedLines(account);
  if (records === 0 && damaged === 0) return undefined;
  let unseen = 0;
  for (const [, count] of hidden.entries()) unseen += count;
  const counted = language.count(records, 'record');
  return {
    records:
      source === undefined
        ? counted
        : language.say('{records} from {format}', { records: counted, format: source.format }),
    fates: language.say('{shown} shown, {folded} folded, {hidden} hidden', { shown, folded, hidden: unseen }),
    damage: damaged === 0 ? '' : ` · ${language.count(damaged, 'malformed line')}`,
  };
}

/**
 * The account with its rules, a row each.
 *
 * @example
 * accountRows({ ...exampleState.account, shown: 12 })[0]; //=> ['shown', 12]
 */
export function accountRows(
  account: Account,
  { say }: Language = english,
): readonly (readonly [words: string, count: number])[] {
  return [
    [say('shown'), account.shown],
    [say('folded into others'), account.folded],
    ...[...account.hidden.entries()].map(([rule, count]) => [say('hidden: {rule}', { rule }), count] as const),
    [say('malformed lines'), malformedLines(account)],
  ];
}
