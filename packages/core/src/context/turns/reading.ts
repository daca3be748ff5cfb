import { plainText, withoutHalves } from '../../text/plain-text.ts';

/**
 * How a model is given what tools gave. `plain`: without what only a terminal obeys and what nobody sees. `raw`: as it came, in steps that no run of ours made:
 * so the other program's model has read it ([L4]).
 */
export type Reading = 'plain' | 'raw';

/** `asRead('10%\r20%', 'plain') === '20%'`. */
export function asRead(text: string, reading: Reading): string {
  return reading === 'plain' ? plainText(text) : withoutHalves(text);
}
