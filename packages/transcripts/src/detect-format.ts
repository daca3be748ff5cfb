import type { Json } from '@toolthread/core';
import { formatReaders, readerFor } from './formats.ts';
import type { Format, FormatReader } from './reader.ts';

const SURE = 0.9;

/** The format these first records are most likely of; with `if sure`, only when there is no doubt. */
export function detectFormat(
  first: readonly Json[],
  options: { readonly format?: Format; readonly path?: string; readonly when: 'if sure' | 'now' },
): FormatReader | undefined {
  if (options.format !== undefined) return readerFor(options.format);
  let best: FormatReader | undefined;
  let most = 0;
  for (const reader of formatReaders) {
    const sureness = reader.detect(first, options.path);
    if (sureness > most) [best, most] = [reader, sureness];
  }
  return most >= (options.when === 'now' ? Number.MIN_VALUE : SURE) ? best : undefined;
}
