/** What it covers to allow a call. Apart from how it ended: a page loads this only when somebody is asked. */
import type { Request } from '../../../ledger/thread-state.ts';
import { english } from '../../../text/language/english.ts';
import type { Language } from '../../../text/language/language.ts';

/**
 * What the ways to allow a call cover, to be read before one of them is chosen.
 *
 * @example
 * import { foldAll, LedgerWriter } from '@toolthread/core';
 * const ledger = new LedgerWriter('t1');
 * ledger.write({ type: 'request.opened', request: 'r1', kind: 'approval', covers: 'every page of https://example.org' });
 * const request = foldAll(ledger.events).requests.get('r1');
 * request && grantText(request); //=> 'Allow in this thread covers every page of https://example.org.'
 */
export function grantText({ covers }: Request, { say, told }: Language = english): string {
  return say('Allow in this thread covers {what}.', {
    what: covers === undefined ? say('this tool with exactly these arguments') : told(covers),
  });
}

/** How many days it holds to allow a call always. */
export const ALWAYS_DAYS = 30;

/**
 * What it covers to allow a call always, to be read before it is chosen: no more than that is allowed.
 *
 * @example
 * alwaysText(); //=> 'Always allow covers this tool with exactly these arguments in the folder of this thread, also in other threads with that folder, for 30 days.'
 */
export function alwaysText({ say }: Language = english): string {
  return say(
    'Always allow covers this tool with exactly these arguments in the folder of this thread, also in other threads with that folder, for {n} days.',
    { n: ALWAYS_DAYS },
  );
}
