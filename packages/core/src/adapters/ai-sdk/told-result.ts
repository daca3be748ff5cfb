import { exactEnding } from '../../contract/foreign/tool-ending.ts';
import type { EndingFields } from '../../contract/foreign/tool-ending.ts';
import { fieldsOf, isFields, wholeNumberOf } from '../../ledger/json/fields.ts';
import type { Fields } from '../../ledger/json/fields.ts';
import { OUTCOMES, wordIn } from '../../ledger/word-in.ts';

/** The result, where one of our own streams says beside the protocol's words how the call ended. */
export function toldResult(said: EndingFields, part: Fields): EndingFields | undefined {
  const own = isFields(part['toolthread'])
    ? part['toolthread']
    : fieldsOf(fieldsOf(part['providerMetadata'])['toolthread']);
  const { durationMs: time, exact } = own;
  const outcome = wordIn(OUTCOMES, own['outcome']);
  if (outcome === undefined) return undefined;
  const durationMs = wholeNumberOf(time);
  const { error, ...result } = said;
  const whole = exactEnding(exact, { outcome, durationMs });
  if (whole !== undefined) return whole;
  // Words for which no error was recorded are the result itself.
  const failed = outcome === 'done' || error === undefined ? {} : { error };
  return { ...result, ...failed, outcome, ...(durationMs === undefined ? {} : { duration_ms: durationMs }) };
}
