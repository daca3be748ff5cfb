import type { Json } from '../../ledger/json/json.ts';
import { isFirstHalf } from '../../ledger/json/is-first-half.ts';
import { jsonText } from '../foreign/json-text.ts';

const MOST = 100;

/** One glance: at most 100 characters, a longer text ends in "..." after 97. `summary('Found 3 entities')` */
export function summary(text: string): string {
  if (text.length <= MOST) return text;
  const cut = text.slice(0, MOST - 3);
  return `${isFirstHalf(cut.charCodeAt(cut.length - 1)) ? cut.slice(0, -1) : cut}...`;
}

/** `valueSummary({ found: 3 }) === '{"found":3}'` */
export function valueSummary(value: Json): string {
  return summary(typeof value === 'string' ? value : jsonText(value, 200));
}
