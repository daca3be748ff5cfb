import type { Ledger } from '@toolthread/store';

/** Nodes that run now and have other shared storage than this one, in words: a thread does not find its files there. */
export async function otherStorage(
  { workspaces, nodes }: Pick<Ledger, 'workspaces' | 'nodes'>,
  node: string,
): Promise<readonly string[]> {
  const [roots, living] = [await workspaces.roots(), await nodes.living()];
  if (!roots.ok || !living.ok) return [];
  const sharedBy = (name: string) => roots.value.find((root) => root.node === name && root.isShared && root.isUsed);
  const own = sharedBy(node);
  return living.value
    .filter((name) => name !== node && roots.value.some((root) => root.node === name))
    .flatMap((name) => {
      const theirs = sharedBy(name);
      if (theirs?.id === own?.id) return [];
      return `toolthread: Node ${name} has ${wordsFor(theirs?.path)}, this one ${wordsFor(own?.path)}: a thread does not find its files on both. Start all nodes with the same --shared-workspaces.`;
    });
}

function wordsFor(path: string | undefined): string {
  return path === undefined ? 'no shared folder for files of threads' : `the shared folder ${path}`;
}
