/**
 * What could not be checked or removed after a command is tried again before the next one in the same workspace. It is compared with what
 * was known before the first command; otherwise it would count as the user's own.
 */
import { aloneIn } from './alone-in.ts';
import { disarmRepositories } from './disarm-repositories.ts';
import type { Disarmed } from './disarm-repositories.ts';
import type { Guard } from './guard-repositories.ts';

interface Unfinished {
  readonly guard: Guard;
  readonly places: readonly string[];
}

const unfinished = new Map<string, Unfinished>();

/** `await disarmAfter(workspace, guard)`, when no process of the command is left. */
export async function disarmAfter(
  workspace: string,
  guard: Guard,
  places: readonly string[] = guard.roots,
): Promise<Disarmed> {
  const disarmed = await aloneIn(guard.roots, () => disarmRepositories(guard, places));
  if (disarmed.left.length === 0) unfinished.delete(workspace);
  else unfinished.set(workspace, { guard, places: [...new Set(disarmed.left.map(({ place }) => place))] });
  return disarmed;
}

/** `await disarmAgain(workspace)`, before a command. */
export async function disarmAgain(workspace: string): Promise<Disarmed> {
  const before = unfinished.get(workspace);
  return before === undefined ? { taken: [], left: [] } : disarmAfter(workspace, before.guard, before.places);
}
