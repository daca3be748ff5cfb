import { isFields } from '../json/fields.ts';
import { JSON_DEPTH_LIMIT } from '../json/growing/read-from.ts';

/**
 * Why a value cannot be written as JSON, or nothing. Every writer and reader recurses, so depth is bounded here,
 * where values come in; level by level, so that neither depth nor a cycle harms this check itself.
 *
 * `jsonFault({ a: [1] }) === undefined`
 */
export function jsonFault(value: unknown): string | undefined {
  if (isFlat(value)) return undefined;
  let level = new Set<object>();
  const fault = look(value, level);
  if (fault !== undefined) return fault;
  for (let depth = 0; level.size > 0; depth += 1) {
    if (depth === JSON_DEPTH_LIMIT) return `nested deeper than ${JSON_DEPTH_LIMIT}`;
    const next = new Set<object>();
    for (const container of level) {
      for (const child of Object.values(container)) {
        const inside = look(child, next);
        if (inside !== undefined) return inside;
      }
    }
    level = next;
  }
  return undefined;
}

/** Most events are: an object of plain values, which needs no second look. */
function isFlat(value: unknown): boolean {
  if (!isFields(value)) return false;
  // `for … in` also reads inherited members: then the value only gets the slower check.
  for (const name in value) {
    const child = value[name];
    if (typeof child !== 'string' && typeof child !== 'number' && typeof child !== 'boolean') return false;
  }
  return true;
}

function look(value: unknown, containers: Set<object>): string | undefined {
  if (typeof value === 'object' && value !== null) containers.add(value);
  const isUnsayable = typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol';
  return isUnsayable ? `holds a ${typeof value}, which JSON cannot represent` : undefined;
}
