import { isFields } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';

type Value = Json | JsonFields | undefined;

/** `sameJson({ a: [1] }, { a: [1] })` is true: equal in everything but the order of keys. */
export function sameJson(one: Value, other: Value): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) && one.length === other.length && one.every((value, index) => sameJson(value, other[index]))
    );
  }
  if (!isFields(one) || !isFields(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && sameJson(one[key], other[key]))
  );
}
