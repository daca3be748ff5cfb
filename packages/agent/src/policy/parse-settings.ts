import { thrownWords } from '@toolthread/core/text';
import type { Json } from '@toolthread/core/json';
import type { z } from 'zod';
import { zodProblems } from '../tool/zod-problems.ts';

/** What a settings file holds, or what is wrong with it. */
export type ParsedSettings<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/**
 * Reads a file that a person writes, such as policy.json. Errors name their place, in our own words instead of the validator's.
 *
 * @example
 * import { z } from 'zod';
 * const schema = z.strictObject({ version: z.literal(1) });
 * parseSettings(schema, '{"version":2}'); //=> { ok: false, problem: 'version: It must be 1.' }
 */
export function parseSettings<T>(schema: z.ZodType<T>, text: string): ParsedSettings<T> {
  const read = parseJson(text);
  if (!read.ok) return read;
  const parsed = schema.safeParse(read.value);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, problem: zodProblems(schema, read.value, 'setting').join(' ') };
}

function parseJson(text: string): ParsedSettings<Json> {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const [, line, column] = /line (\d\d*) column (\d\d*)/.exec(thrownWords(error)) ?? [];
    return {
      ok: false,
      problem: line === undefined ? 'It is not JSON.' : `It is not JSON: see line ${line}, column ${column}.`,
    };
  }
}
