import type { Summary } from './summary.ts';

/** A thread stays in the bin for this long. */
const BIN_MS = 30 * 86_400_000;

/**
 * When a thread in the bin is deleted for good, in milliseconds since 1970; undefined for one that is not there.
 *
 * @example
 * binEnd({ place: 'bin', placedAt: 0 }); //=> 2_592_000_000
 * binEnd({ place: 'archive', placedAt: 0 }); //=> undefined
 */
export function binEnd({ place, placedAt }: Pick<Summary, 'place' | 'placedAt'>): number | undefined {
  return place === 'bin' && placedAt !== undefined ? placedAt + BIN_MS : undefined;
}
