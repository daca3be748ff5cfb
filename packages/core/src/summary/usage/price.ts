import type { Usage } from '../../ledger/content-part.ts';

/** For a million tokens, in one currency of your choice. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** Without these, as `input`. */
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

/**
 * What a response cost. Reasoning is part of the output.
 *
 * @example
 * costOf({ input_tokens: 2_000_000, output_tokens: 100_000 }, { input: 3, output: 15 }); //=> 7.5
 */
export function costOf(usage: Usage, price: Price): number {
  const {
    input_tokens: input,
    output_tokens: output,
    cache_read_tokens: read = 0,
    cache_write_tokens: write = 0,
  } = usage;
  const { cacheRead = price.input, cacheWrite = price.input } = price;
  return (input * price.input + output * price.output + read * cacheRead + write * cacheWrite) / 1_000_000;
}
