/** The person, as the author of a message. */
export const HUMAN = '@human';
