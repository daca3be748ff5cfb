/** Results as data, in the forms that renderers know: tools and readers write them, renderers read them. */
import { fieldsOf, numberOf } from './json/fields.ts';
import type { JsonFields } from './json/fields.ts';
import type { Json, JsonObject } from './json/json.ts';

/**
 * How a command ended. One that was ended from outside has no code, and not every source tells it. An interface could not extend
 * `JsonObject`: compiled without `exactOptionalPropertyTypes`, an optional field may be undefined, which no JSON is.
 */
export type ShellData = JsonObject & {
  readonly kind: 'shell';
  readonly exit_code?: number | null;
};

/** A piece of a change: where it begins, and its lines, each with ` `, `-`, `+` or `\` before it. */
export interface DiffHunk extends JsonObject {
  readonly old_start: number;
  readonly new_start: number;
  readonly lines: readonly string[];
}

/** What became of a file. With several files the others are `more`. */
export type DiffData = JsonObject & {
  readonly kind: 'diff';
  readonly path: string;
} & ({ readonly hunks: readonly DiffHunk[] } | { readonly patch: string });

/** All that a tool printed, where its words are only the beginning: it was kept in a file of its own. */
export type OutputData = JsonObject & {
  readonly kind: 'output';
  readonly text: string;
};

/** A result as data whose form is known. */
export type ToolData = ShellData | DiffData | OutputData;

/**
 * How a command ended, as data. Undefined if nobody knows the code.
 *
 * @example
 * shellData(1); //=> { kind: 'shell', exit_code: 1 }
 */
export function shellData(exitCode: number): ShellData;
export function shellData(exitCode: number | undefined): ShellData | undefined;
export function shellData(exitCode: number | undefined): ShellData | undefined {
  return exitCode === undefined ? undefined : { kind: 'shell', exit_code: exitCode };
}

/**
 * The fields of a result that says it is of this kind. Nothing is known of them: anybody may say so.
 *
 * @example
 * toolData({ kind: 'diff', path: 'a.ts' }, 'diff')?.['path']; //=> 'a.ts'
 */
export function toolData(structured: Json | undefined, kind: ToolData['kind']): JsonFields | undefined {
  const fields = fieldsOf(structured);
  return Object.hasOwn(fields, 'kind') && fields['kind'] === kind ? fields : undefined;
}

/**
 * The exit code in a result, where it has one.
 *
 * @example
 * exitCodeIn({ kind: 'shell', exit_code: 0 }); //=> 0
 */
export function exitCodeIn(structured: Json | undefined): number | undefined {
  return numberOf(fieldsOf(structured)['exit_code']);
}
