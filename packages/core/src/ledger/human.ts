/** The person, as the author of a message. */
export const HUMAN = '@human';

/** How the thread's own agent, which has no scope, signs what it writes in the chat. */
export const OWN_AGENT = '@agent';

/** The program itself, in a notice that a chat history keeps. */
export const SYSTEM = '@system';

/**
 * A participant's name as it is written in a chat, with the sign before it or without.
 *
 * @example
 * atName('coder'); //=> '@coder'
 */
export function atName(name: string): string {
  return name.startsWith('@') ? name : `@${name}`;
}

/** Names every member of a team. */
export const WHOLE_TEAM = '@team';
