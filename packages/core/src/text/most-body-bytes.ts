/** A server takes requests with bodies of up to so many bytes: messages with pictures, and session files. */
export const MOST_BODY_BYTES = 10_000_000;

/**
 * This many bytes of files fit into such a body: as base64 they are a third longer, texts are written with escapes, and words are beside
 * them.
 */
export const MOST_FILE_BYTES: number = MOST_BODY_BYTES * 0.7;

/** Why a person decided so, in characters. */
export const LONGEST_REASON = 10_000;
