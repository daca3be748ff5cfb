import { createHash } from 'node:crypto';
import type { Json } from '@toolthread/core/json';
import type { AskedCall } from './policy.ts';

/** Arguments that nest deeper have no digest, and cannot be allowed in advance. */
const DEEPEST = 64;

/**
 * `callDigest(a) === callDigest(b)` where tool, workspace and arguments are the same, in whatever order the keys were
 * written. Every argument counts: an approval covers nothing that was not seen.
 */
export function callDigest({ name, arguments: given, workspace }: AskedCall): string | undefined {
  const text = canonical(given, DEEPEST);
  if (text === undefined) return undefined;
  return createHash('sha256')
    .update(JSON.stringify(['v1', name, workspace ?? null, text]))
    .digest('hex');
}

function canonical(value: Json, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (depth === 0) return undefined;
  const entries: readonly (readonly [string, Json])[] = Object.entries(value);
  const sorted = Array.isArray(value) ? entries : entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const texts: string[] = [];
  for (const [key, child] of sorted) {
    const text = canonical(child, depth - 1);
    if (text === undefined) return undefined;
    texts.push(Array.isArray(value) ? text : `${JSON.stringify(key)}:${text}`);
  }
  return Array.isArray(value) ? `[${texts.join(',')}]` : `{${texts.join(',')}}`;
}
