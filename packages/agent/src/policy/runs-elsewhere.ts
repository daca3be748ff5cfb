/**
 * Does a line start a program that runs what files say in a folder that need not be the workspace's, or with something to read that it may run? Then
 * what runs is not the workspace's own: `cd ../x && npm test`, `echo 'git push' | npm run shell`.
 */
import { goesUp, RUN_FILES } from './runs-others.ts';

type Words = readonly string[];

/** `fed`: those of the commands that read from a pipe. */
export function runsElsewhere(commands: readonly Words[], fed: ReadonlySet<Words>): boolean {
  const left = commands.findIndex(leavesTheWorkspace);
  return commands.some((words, at) => {
    const [name = ''] = words;
    if (RUN_FILES.has(name) && fed.has(words)) return true;
    // Git takes hooks and programs from the repository that it is in.
    return left !== -1 && left < at && (RUN_FILES.has(name) || name === 'git');
  });
}

/** `cd src` stays in it; `cd`, `cd -`, `cd ..` and `cd /x` need not. */
function leavesTheWorkspace([name, ...words]: Words): boolean {
  if (name !== 'cd') return false;
  const [folder = '-'] = words;
  return words.length > 1 || /^[-/]/.test(folder) || goesUp(folder);
}
