/** What somebody may do in a thread: for a page too. */

/** Every role that somebody can have in a thread. Each may all that the ones before it may. */
export const ROLES = ['read', 'write', 'approve', 'owner'] as const;

/** What somebody may do in a thread. */
export type Role = (typeof ROLES)[number];
