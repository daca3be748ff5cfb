import type { Json } from '../../ledger/json/json.ts';
import { plainError } from '../../ledger/json/plain-error.ts';

/**
 * A foreign value as JSON: itself where it is JSON, what `JSON.stringify` makes of it if it is not (dates, absent members; an error is its message),
 * the other value where that fails too (cycles, functions).
 *
 * `asJson({ found: 3 }, null)`
 */
export function asJson(value: unknown, otherwise: Json): Json {
  if (isJson(value)) return value;
  try {
    const text: unknown = JSON.stringify(value, (_, each: unknown) => plainError(each));
    const copy: unknown = typeof text === 'string' ? JSON.parse(text) : undefined;
    return isJson(copy) ? copy : otherwise;
  } catch {
    return otherwise;
  }
}

/** Keeps its own stack: hostile values nest deeper than ours. A value that contains itself is no JSON. */
function isJson(root: unknown): root is Json {
  const above = new Set<object>();
  const known = new Set<object>();
  const stack: { readonly value: unknown; readonly leave: boolean }[] = [{ value: root, leave: false }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { value, leave } = top;
    if (typeof value !== 'object' || value === null) {
      if (!isScalar(value)) return false;
      continue;
    }
    if (leave) {
      above.delete(value);
      known.add(value);
      continue;
    }
    if (above.has(value)) return false;
    if (known.has(value)) continue;
    if (!isPlain(value)) return false;
    above.add(value);
    stack.push({ value, leave: true });
    for (const child of Object.values(value)) stack.push({ value: child, leave: false });
  }
  return true;
}

function isScalar(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return Object.keys(value).length === value.length;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && typeof Reflect.get(value, 'toJSON') !== 'function';
}
