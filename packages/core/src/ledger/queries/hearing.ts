/** Who hears what is said in a thread, and who has to answer it. */
import { atName, HUMAN, SYSTEM, WHOLE_TEAM } from '../human.ts';
import type { MessagePosted } from '../ledger-event.ts';
import { authorOf, scopeKind } from '../scope-kind.ts';

/** `addressed`: it has to be answered. `overheard`: it is read with the next request, and wakes nobody. */
export type Hearing = 'nothing' | 'overheard' | 'addressed';

/**
 * Whether an agent hears a message, and whether it has to answer. A child run hears only what was said to it alone. Everyone else hears
 * the chat, except for their own lines and for notices of the program: a person's words address everybody, or those they name; another agent's only those that it names.
 *
 * @example
 * import { exampleEvents as events } from '@toolthread/core/testing';
 * const message = events.find((event) => event.type === 'message.posted');
 * message && hearing('agent:coder', message); //=> 'addressed'
 */
export function hearing(scope: string | undefined, message: MessagePosted): Hearing {
  if (message.scope !== undefined) return message.scope === scope ? 'addressed' : 'nothing';
  const kind = scopeKind(scope);
  if (kind === 'child' || message.author === SYSTEM) return 'nothing';
  if (kind === 'team') return 'overheard';
  const { author, mentions = [] } = message;
  const name = authorOf(scope);
  if (author !== HUMAN) {
    if (atName(author) === name) return 'nothing';
    return mentions.includes(name) ? 'addressed' : 'overheard';
  }
  const isNamed = mentions.length === 0 || mentions.includes(name) || mentions.includes(WHOLE_TEAM);
  return kind === 'own' || isNamed ? 'addressed' : 'overheard';
}

/**
 * Whether a person said it in the chat. What is said to a child run is the child's own.
 *
 * @example
 * import { exampleEvents as events } from '@toolthread/core/testing';
 * const message = events.find((event) => event.type === 'message.posted');
 * message && isPersonsWord(message); //=> true
 */
export function isPersonsWord({ author, scope }: Pick<MessagePosted, 'author' | 'scope'>): boolean {
  return author === HUMAN && scope === undefined;
}

/** Does anybody have to answer it? An agent's word that names nobody asks for nothing. */
export function asksForRun(message: MessagePosted): boolean {
  const { scope, mentions = [] } = message;
  return isPersonsWord(message) || (scope === undefined && mentions.length > 0);
}
