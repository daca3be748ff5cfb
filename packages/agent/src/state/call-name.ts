import type { Call } from '@toolthread/core';

export interface CallName {
  readonly step: number;
  readonly part?: number;
  readonly call?: string;
  readonly name: string;
}

/**
 * How an event names a call: by its id within its step; where a foreign source gave no id, by its place. By tool name and order
 * it could be taken for another call: a provider's, which has its result still to come, or one that ends earlier.
 */
export function callName({ named, step, part, id, name }: Call): CallName {
  return named ? { step, call: id, name } : { step, part, name };
}
