/**
 * A list of OpenAI's messages has no flag for a failure. One that is kept, and not sent, has this as the first of several parts of the tool message: what a tool
 * printed is within the others, so that no output can claim it.
 */
export const FAILURE_PART = 'Error (the call failed):';
