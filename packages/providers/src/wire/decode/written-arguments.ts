import { jsonOf } from './json-of.ts';

/**
 * The text of arguments that came as a value. None are `{}`; those too deep to be kept are `null`, which no tool takes for its
 * arguments: a tool must not run with none in their place.
 *
 * `writtenArguments({ path: 'a.ts' }) === '{"path":"a.ts"}'`
 */
export function writtenArguments(value: unknown): string {
  return value === undefined || value === null ? '{}' : JSON.stringify(jsonOf(value) ?? null);
}
