import type { Json, JsonObject } from '@toolthread/core/json';
import { z } from 'zod';
import { messageOf } from '../message-of.ts';
import { schemaProblems } from '../tool/schema-problems.ts';

/** What a settings file holds, or what is wrong with it. */
export type ParsedSettings<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/**
 * A file that a person writes, such as policy.json. What is wrong is said with its place, in our words and not in the validator's.
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
  const known = schemaProblems(jsonSchemaOf(schema), read.value, 'setting');
  const problems =
    known.length > 0 ? known : placesOf(parsed.error.issues).map((place) => `${place}: It cannot be used.`);
  return { ok: false, problem: problems.join(' ') };
}

/** What is optional when it is written, though not when it has been read, is optional here. */
function jsonSchemaOf(schema: z.ZodType): JsonObject {
  return JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input' })));
}

function parseJson(text: string): ParsedSettings<Json> {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const [, line, column] = /line (\d+) column (\d+)/.exec(messageOf(error)) ?? [];
    return {
      ok: false,
      problem: line === undefined ? 'It is not JSON.' : `It is not JSON: see line ${line}, column ${column}.`,
    };
  }
}

/** Of several forms the one that fits best. */
function placesOf(issues: readonly z.core.$ZodIssue[], above: readonly PropertyKey[] = []): readonly string[] {
  return issues.flatMap((issue) => {
    const path = [...above, ...issue.path];
    if (issue.code !== 'invalid_union') return [path.map(String).join('.')];
    const [best] = issue.errors.toSorted((a, b) => a.length - b.length);
    return placesOf(best ?? [], path);
  });
}
