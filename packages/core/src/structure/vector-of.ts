import { Vector } from './vector.ts';

/**
 * A list, as items and groups contain it.
 *
 * @example
 * vectorOf(['a', 'b']).length; //=> 2
 */
export function vectorOf<T>(values: Iterable<T>): Vector<T> {
  return Vector.from(values);
}
