/** How often a session that somebody reads is looked at. */
export const EVERY_MS = 1000;
/** A session that was quiet so long is over for every list, if its last words look like the end. */
const ANSWERED_MS = 15_000;

/**
 * Whether the session is at rest is asked at the first look that finds nothing new. After that it is asked each time that the quiet has
 * doubled, when lists begin to say that it is over, and at least as often as that takes.
 */
export function asksNext(now: number, quietSince: number): number {
  const doubled = now + Math.min(Math.max(now - quietSince, EVERY_MS), ANSWERED_MS);
  const over = quietSince + ANSWERED_MS;
  return now < over ? Math.min(doubled, over) : doubled;
}
