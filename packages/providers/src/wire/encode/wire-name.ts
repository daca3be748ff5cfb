import type { ToolSchema } from '@toolthread/core/context';
import { digest } from './digest.ts';

export interface NameRule {
  readonly legal: RegExp;
  readonly illegalCharacters: RegExp;
  readonly maxLength: number;
}

const MARK_LENGTH = 9;

/**
 * A tool's name as the provider takes it: its own if it is legal, else a similar one that ends in a fixed hash.
 *
 * `wireName('a b/c', rule) === 'a_b_c_3b61ee2c'`
 */
export function wireName(name: string, rule: NameRule): string {
  if (rule.legal.test(name)) return name;
  const alike = name.slice(0, rule.maxLength - MARK_LENGTH - 1).replace(rule.illegalCharacters, '_');
  const started = /^[A-Za-z_]/.test(alike) ? alike : `_${alike}`;
  return `${started}_${digest(name, MARK_LENGTH - 1)}`;
}

/** Back from the wire: `namesBack(tools, rule)('a_b_c_3b61ee2c') === 'a b/c'`. */
export function namesBack(tools: readonly ToolSchema[], rule: NameRule): (wire: string) => string {
  const names = new Map(tools.map(({ name }) => [wireName(name, rule), name]));
  return (wire) => names.get(wire) ?? wire;
}
