import type { ResultPart } from '@toolthread/core/context';
import { contentForModel } from './content-for-model.ts';

const ERROR = 'Error: ';

/** A result as text, for formats without a flag for errors: an error begins with `Error: `. */
export function resultForModel(result: ResultPart): string {
  return withError(result, result.parts.map(contentForModel).join('\n'));
}

/** `withError({ isError: true }, 'no such file') === 'Error: no such file'` */
export function withError({ isError }: { readonly isError: boolean }, text: string): string {
  return isError && !text.startsWith(ERROR) ? `${ERROR}${text}` : text;
}
