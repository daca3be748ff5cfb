import type { Usage } from '@toolthread/core';
import { numberOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';

/** Where a source has another name for a count, or counts otherwise than the ledger. */
export interface CountNames {
  readonly input?: string;
  readonly output?: string;
  readonly cacheRead?: string;
  readonly cacheWrite?: string;
  readonly reasoning?: string;
  /** The input has what came from the cache in it. */
  readonly inputHolds?: 'cache';
  /** The output is without the reasoning. */
  readonly outputLacks?: 'reasoning';
}

/** As Google counts. */
export const GOOGLE_COUNTS: CountNames = { inputHolds: 'cache', outputLacks: 'reasoning' };

/** `input_tokens` without what came from the cache, `output_tokens` with the reasoning; nothing if the source counted nothing. */
export function usageOf(counted: JsonFields, names: CountNames = {}): Usage | undefined {
  const count = (name: keyof CountNames): number | undefined => numberOf(counted[names[name] ?? name]);
  const input = count('input');
  const output = count('output');
  if (input === undefined && output === undefined) return undefined;
  const read = count('cacheRead');
  const reasoning = count('reasoning');
  const cached = names.inputHolds === 'cache' ? (read ?? 0) : 0;
  const reasoned = names.outputLacks === 'reasoning' && output !== undefined ? (reasoning ?? 0) : 0;
  // Assigned, not spread: every line of a response has a usage.
  const usage: { -readonly [name in keyof Usage]: Usage[name] } = {
    input_tokens: Math.max(0, (input ?? 0) - cached),
    output_tokens: Math.max(0, (output ?? 0) + reasoned),
  };
  const written = count('cacheWrite');
  if (read !== undefined) usage.cache_read_tokens = read;
  if (written !== undefined) usage.cache_write_tokens = written;
  if (reasoning !== undefined) usage.reasoning_tokens = reasoning;
  return usage;
}

/** `addUsage(undefined, usage) === usage` */
export function addUsage(a: Usage | undefined, b: Usage | undefined): Usage | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const sum = (name: keyof Usage): Partial<Usage> =>
    withCount(name, a[name] === undefined ? b[name] : a[name] + (b[name] ?? 0));
  return {
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    ...sum('cache_read_tokens'),
    ...sum('cache_write_tokens'),
    ...sum('reasoning_tokens'),
  };
}

function withCount(name: keyof Usage, count: number | undefined): Partial<Usage> {
  return count === undefined ? {} : { [name]: count };
}
