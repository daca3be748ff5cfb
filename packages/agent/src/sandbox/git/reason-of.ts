import { thrownWords } from '@toolthread/core/text';

/** `reasonOf(error)`: `EMFILE: too many open files`, without the path that follows. */
export function reasonOf(error: unknown): string {
  return thrownWords(error).split(', ')[0] ?? '';
}
