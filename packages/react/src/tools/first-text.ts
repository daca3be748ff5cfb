import { filledTextOf, numberOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import type { ToolProps } from './tool-renderer.ts';

/** The first of these arguments that is a text which says something: agents name the same argument differently. */
export function firstText(input: JsonFields, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = filledTextOf(input[name]);
    if (text !== undefined) return text;
  }
  return undefined;
}

export function firstNumber(fields: JsonFields, ...names: readonly string[]): number | undefined {
  for (const name of names) {
    const number = numberOf(fields[name]);
    if (number !== undefined) return number;
  }
  return undefined;
}

/** The file that a call is about. */
export function pathIn(input: JsonFields): string | undefined {
  return firstText(input, 'path', 'file_path', 'filePath', 'absolute_path', 'notebook_path', 'file', 'dir_path');
}

/** `within('*.ts', 'src', language) === '*.ts in src'` */
export function within(what: string, place: string | undefined, { say }: ToolProps['language']): string {
  return place === undefined ? what : say('{what} in {place}', { what, place });
}
