/** The person, as the author of a message. */
export const HUMAN = '@human';

/** How the thread's own agent, which has no scope, signs what it writes in the chat. */
export const OWN_AGENT = '@agent';

/** Names every member of a team. */
export const WHOLE_TEAM = '@team';
