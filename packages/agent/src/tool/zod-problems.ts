import { countOf } from '@toolthread/core/text';
import type { Json, JsonObject } from '@toolthread/core/json';
import { z } from 'zod';
import { type Noun, schemaProblems } from './schema-problems.ts';

/**
 * Why a schema of Zod does not take a value, each with its place, in our words and not in the validator's. None if it takes it.
 *
 * @example
 * import { z } from 'zod';
 * zodProblems(z.strictObject({ title: z.string() }), { titel: 'x' }, 'field');
 * //=> ['title: It is missing.', 'titel: There is no such field.']
 */
export function zodProblems<T>(schema: z.ZodType<T>, value: Json, noun: Noun): readonly string[] {
  const parsed = schema.safeParse(value);
  if (parsed.success) return [];
  const known = schemaProblems(jsonSchemaOf(schema), value, noun);
  return known.length > 0 ? known : issueWords(parsed.error.issues);
}

/** What is optional when it is written, though not when it has been read, is optional here. */
function jsonSchemaOf(schema: z.ZodType): JsonObject {
  return JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input' })));
}

/** Of several forms the one that fits best. */
function issueWords(issues: readonly z.core.$ZodIssue[], above: readonly PropertyKey[] = []): readonly string[] {
  return issues.flatMap((issue) => {
    const path = [...above, ...issue.path];
    if (issue.code !== 'invalid_union')
      return [[...path.map(String), ''].join('.').replace(/\.$/, ': ') + wordsOf(issue)];
    const [best] = issue.errors.toSorted((a, b) => a.length - b.length);
    return issueWords(best ?? [], path);
  });
}

function wordsOf(issue: z.core.$ZodIssue): string {
  // What a schema's author wrote.
  if (issue.code === 'custom') return issue.message;
  if (issue.code === 'too_small') return `It must ${ofSize(issue.origin, 'at least', issue.minimum)}.`;
  if (issue.code === 'too_big') return `It must ${ofSize(issue.origin, 'at most', issue.maximum)}.`;
  return 'It cannot be used.';
}

function ofSize(origin: string, bound: string, size: number | bigint): string {
  if (origin === 'string') return `have ${bound} ${countOf(Number(size), 'character')}`;
  return origin === 'array' ? `have ${bound} ${countOf(Number(size), 'entry')}` : `be ${bound} ${size}`;
}
