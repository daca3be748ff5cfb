/** The person, as the author of a message. */
export const HUMAN = '@human';

/** How the thread's own agent, which has no scope, signs what it writes in the chat. */
export const OWN_AGENT = '@agent';

/** The program itself, in a notice that a chat history keeps. */
export const SYSTEM = '@system';

/** Names every member of a team. */
export const WHOLE_TEAM = '@team';
