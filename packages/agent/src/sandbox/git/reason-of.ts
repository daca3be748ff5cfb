import { messageOf } from '../../message-of.ts';

/** `reasonOf(error)`: `EMFILE: too many open files`, without the path that follows. */
export function reasonOf(error: unknown): string {
  return messageOf(error).split(', ')[0] ?? '';
}
