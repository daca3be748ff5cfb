import { countOf } from '@toolthread/core/text';
import type { LeftWorkspace, WorkspaceRoot } from '@toolthread/store';

/** What an operator is told of folders that deleted threads left in one root: `waitingWords(left, roots)`. `roots`: what is known of it. */
export function waitingWords(left: readonly LeftWorkspace[], roots: readonly WorkspaceRoot[]): string {
  const places = new Set(roots.map(({ path, node }) => `${path} (node ${node})`));
  const unknown = left[0]?.node === undefined ? 'an unknown place' : `a folder of node ${left[0].node}`;
  const where = places.size === 0 ? unknown : [...places].join(', ');
  return `Folders of ${countOf(left.length, 'deleted thread')} are still in ${where}. A server that has this storage removes them.`;
}
