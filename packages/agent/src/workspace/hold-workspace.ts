/**
 * The folder that a run began in. A workspace is named by its path, and whoever may write beside it, another run for one, can move the
 * folder and leave a link in its place: while a run works, its path leads where it led at the start, or nowhere.
 */
import { realPathOf } from '../real-path-of.ts';

interface Held {
  readonly root: string;
  readonly runs: number;
}

/** By the path as it is given to tools. */
const held = new Map<string, Held>();

/** `const release = holdWorkspace(run.workspace)`: until the last of those who hold it lets it go. */
export function holdWorkspace(workspace: string | undefined): () => void {
  const root = workspace === undefined ? undefined : realPathOf(workspace);
  if (workspace === undefined || root === undefined) return () => undefined;
  const before = held.get(workspace);
  held.set(workspace, { root: before?.root ?? root, runs: (before?.runs ?? 0) + 1 });
  let isHeld = true;
  return () => {
    const now = held.get(workspace);
    if (!isHeld || now === undefined) return;
    isHeld = false;
    if (now.runs === 1) held.delete(workspace);
    else held.set(workspace, { ...now, runs: now.runs - 1 });
  };
}

/** Where it led when the run began; undefined if no run works in it. */
export function heldRoot(workspace: string): string | undefined {
  return held.get(workspace)?.root;
}
