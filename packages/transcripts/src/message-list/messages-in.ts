/** A list of messages, in any of the forms one is stored in. */
import { fieldsOf, isList } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';

const MOST_LOOKED_AT = 60;

/** `[…]`, `{ messages: […] }`, or a message: one record of a file with a message a line. */
export function messagesIn(value: Json): readonly Json[] {
  if (isList(value)) return value;
  const { messages } = fieldsOf(value);
  return isList(messages) ? messages : [value];
}

/** The first messages, to tell a format by: of the document, or of the lines. */
export function firstMessages(first: readonly Json[]): readonly Json[] {
  const [only] = first;
  const messages = first.length === 1 && only !== undefined ? messagesIn(only) : first;
  return messages.slice(0, MOST_LOOKED_AT);
}

/** Two of three messages are enough to know a list: some may be of a kind that is new. */
export function mostly<T>(all: readonly T[], isOne: (one: T) => boolean): boolean {
  return all.length > 0 && all.filter(isOne).length * 3 >= all.length * 2;
}
