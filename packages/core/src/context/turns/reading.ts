import { plainText, withoutHalves } from '../../text/plain-text.ts';

/**
 * How results are given to a model. `plain`: without control sequences of terminals and invisible characters. `raw`: unchanged, for steps that no run of ours made,
 * because this is what the other program's model read ([L4]).
 */
export type Reading = 'plain' | 'raw';

/** `asRead('10%\r20%', 'plain') === '20%'`. */
export function asRead(text: string, reading: Reading): string {
  return reading === 'plain' ? plainText(text) : withoutHalves(text);
}
