/**
 * Does a line start a program that runs what files say, in a folder that may be outside of the workspace, or with input that it may run? Then
 * it may run something that does not belong to the workspace: `cd ../x && npm test`, `echo 'git push' | npm run shell`.
 */
import { posix } from 'node:path';
import { isWithin } from '../is-within.ts';
import { goesUp, RUN_FILES } from './runs-others.ts';

type Words = readonly string[];

/** `fed`: those of the commands that read from a pipe. `workspace`: the folder that they start in, where it is known. */
export function runsElsewhere(
  commands: readonly Words[],
  fed: ReadonlySet<Words>,
  workspace: string | undefined,
): boolean {
  const left = commands.findIndex((words) => leaves(workspace, words));
  return commands.some((words, at) => {
    const [name = ''] = words;
    if (RUN_FILES.has(name) && fed.has(words)) return true;
    // Git takes hooks and programs from the repository that it is in.
    return left !== -1 && left < at && (RUN_FILES.has(name) || name === 'git');
  });
}

/** `cd src` stays in the workspace, and so does `cd` to its own path or below; `cd`, `cd -`, `cd ..` and any other `cd /x` need not. */
function leaves(workspace: string | undefined, [name, ...words]: Words): boolean {
  if (name !== 'cd') return false;
  const [folder = '-'] = words;
  if (words.length > 1 || folder.startsWith('-') || goesUp(folder)) return true;
  if (!folder.startsWith('/')) return false;
  return workspace === undefined || !isWithin(posix.normalize(folder).replace(/(?<=.)\/$/, ''), workspace);
}
