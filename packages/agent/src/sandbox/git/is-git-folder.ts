/** What git takes for its own. The one rule that commands in the sandbox, file tools and the account of changes share. */

/** By whatever name a file system takes for it: some ignore case, characters without width, or dots and spaces at the end. */
export function isOfGit(name: string): boolean {
  // Nearly every name is neither, and every file of a workspace is asked about.
  if (/^[!-~]*$/.test(name) && !/^(?:\.git|git~)/i.test(name)) return false;
  const plain = name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase();
  return /^(?:\.git|git~\d\d*)(?:[ .]*|:.*)$/s.test(plain);
}

/** The names by which git knows a repository, whatever the folder is called: a bare one, or that of a worktree. */
export const SHAPE = ['HEAD', 'objects', 'commondir'] as const;

/** `isGitFolder(['HEAD', 'objects', 'refs'])` */
export function isGitFolder(names: readonly string[]): boolean {
  const [head, objects, commondir] = SHAPE.map((wanted) =>
    names.some((name) => name.toLowerCase() === wanted.toLowerCase()),
  );
  return head === true && (objects === true || commondir === true);
}

/**
 * What git runs from a repository, and what leads it to such things elsewhere. The last three hold commands for a rebase
 * that goes on.
 */
export const CONTROLS = [
  'config',
  'config.worktree',
  'commondir',
  'hooks',
  'rebase-merge',
  'rebase-apply',
  'sequencer',
] as const;

export function isControl(name: string): boolean {
  return CONTROLS.some((control) => control === name.toLowerCase());
}
