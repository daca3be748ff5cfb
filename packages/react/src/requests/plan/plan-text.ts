import { parsedJson } from '@toolthread/core/json';

/** The words of a plan, where that is all there is: `planText('{"plan":"1. Look"}') === '1. Look'`. */
export function planText(proposed: string): string | undefined {
  const value = parsedJson(proposed);
  if (typeof value === 'string') return value;
  if (value === undefined) return proposed.trim() === '' ? undefined : proposed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const [only, ...others] = Object.entries(value);
  return only?.[0] === 'plan' && typeof only[1] === 'string' && others.length === 0 ? only[1] : undefined;
}
