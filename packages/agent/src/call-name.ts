import type { Call } from '@toolthread/core';

export interface CallName {
  readonly step?: number;
  readonly call?: string;
  readonly name: string;
}

/** How an event names a call: by its id within its step; where a foreign source gave no id, by tool name and order. */
export function callName({ named, step, id, name }: Call): CallName {
  return named ? { step, call: id, name } : { name };
}
