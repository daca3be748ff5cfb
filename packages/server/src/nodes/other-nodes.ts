import type { Nodes } from '@toolthread/store';
import { askNode } from './ask-node.ts';
import type { DoErrand } from './do-errands.ts';
import type { Errand, ErrandAnswer } from './errand.ts';

/** The other nodes on the same ledger, and what they can do that this one cannot. */
export interface OtherNodes {
  /** Has the node do it that has the thread's files, or its run. Undefined if no other one has them. */
  ask(errand: Errand): Promise<ErrandAnswer | undefined>;
  /** From now on this node does what others ask it for. */
  serve(act: DoErrand): void;
}

/** `otherNodes(ledger.nodes, 'b', serve)` */
export function otherNodes(
  nodes: Pick<Nodes, 'placeOf' | 'living' | 'errands'>,
  name: string,
  serve: OtherNodes['serve'],
): OtherNodes {
  return {
    serve,
    async ask(errand) {
      const place = await nodes.placeOf(errand.thread);
      // Whoever then tries here says what is wrong.
      if (!place.ok) return undefined;
      const { run, files } = place.value;
      // A run that was cut off with its node is nobody's: it goes on where its files are.
      const node = errand.kind === 'try now' ? (run ?? files) : files;
      return node === undefined || node === name ? undefined : askNode(nodes, node, errand);
    },
  };
}
