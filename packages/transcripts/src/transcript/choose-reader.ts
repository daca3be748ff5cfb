import type { Json } from '@toolthread/core/json';
import { formatReaders } from './format-readers.ts';
import type { FormatReader } from './format-reader.ts';

const SURE = 0.9;

/**
 * The reader of the format these first records are most likely of; `if sure`, only when there is no doubt.
 * Several records are no document.
 */
export function chooseReader(
  first: readonly Json[],
  path: string | undefined,
  when: 'if sure' | 'now',
): FormatReader | undefined {
  let best: FormatReader | undefined;
  let most = 0;
  for (const reader of formatReaders) {
    if (reader.shape === 'document' && first.length > 1) continue;
    const sureness = reader.detect(first, path);
    if (sureness > most) [best, most] = [reader, sureness];
  }
  return most >= (when === 'now' ? Number.MIN_VALUE : SURE) ? best : undefined;
}
