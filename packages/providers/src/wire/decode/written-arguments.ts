import { checkedJson } from './checked-json.ts';

/**
 * The text of arguments that came as a value; `{}` for none. Arguments that are nested too deeply become `null`, which every
 * tool refuses: with `{}` in their place a tool would run.
 *
 * `writtenArguments({ path: 'a.ts' }) === '{"path":"a.ts"}'`
 */
export function writtenArguments(value: unknown): string {
  return value === undefined || value === null ? '{}' : JSON.stringify(checkedJson(value) ?? null);
}
