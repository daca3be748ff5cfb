import { callResult } from '@toolthread/core';
import type { Call } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';

/** A member of the structured result, whatever the tool put there: nothing here trusts its shape. */
export function structuredMember(call: Call, name: string): Json | undefined {
  const structured = callResult(call)?.structured;
  if (typeof structured !== 'object' || structured === null || Array.isArray(structured)) return undefined;
  return Object.hasOwn(structured, name) ? Object.entries(structured).find(([key]) => key === name)?.[1] : undefined;
}
