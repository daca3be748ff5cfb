import type { Usage } from '@toolthread/core';

interface Counted {
  readonly input: number | undefined;
  readonly output: number | undefined;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  readonly reasoning?: number | undefined;
}

/** `input` without what came from the cache, `output` with the reasoning; nothing where the source counted nothing. */
export function usageOf({ input, output, cacheRead, cacheWrite, reasoning }: Counted): Usage | undefined {
  if (input === undefined && output === undefined) return undefined;
  return {
    input_tokens: Math.max(0, input ?? 0),
    output_tokens: Math.max(0, output ?? 0),
    ...(cacheRead === undefined ? {} : { cache_read_tokens: cacheRead }),
    ...(cacheWrite === undefined ? {} : { cache_write_tokens: cacheWrite }),
    ...(reasoning === undefined ? {} : { reasoning_tokens: reasoning }),
  };
}

/** `addUsage(undefined, usage) === usage` */
export function addUsage(a: Usage | undefined, b: Usage | undefined): Usage | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return usageOf({
    input: a.input_tokens + b.input_tokens,
    output: a.output_tokens + b.output_tokens,
    cacheRead: sum(a.cache_read_tokens, b.cache_read_tokens),
    cacheWrite: sum(a.cache_write_tokens, b.cache_write_tokens),
    reasoning: sum(a.reasoning_tokens, b.reasoning_tokens),
  });
}

function sum(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : a + b;
}
