import type { Json } from '@toolthread/core';
import type { FormatReader } from './reader.ts';
/**
 * The reader of the format these first records are most likely of; `if sure`, only when there is no doubt.
 * Several records are no document.
 */
export declare function chooseReader(
  first: readonly Json[],
  path: string | undefined,
  when: 'if sure' | 'now',
): FormatReader | undefined;
