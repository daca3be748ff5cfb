import type { Request, ThreadState } from '../thread-state.ts';

/**
 * What a person is asked in a thread and has not answered yet: approvals and questions, in the order in which they were opened.
 *
 * @example
 * openRequests(exampleState); //=> []
 */
export function openRequests({ requests }: ThreadState): readonly Request[] {
  return [...requests.values()]
    .filter(({ settled }) => settled === undefined)
    .toSorted((a, b) => a.openedAt - b.openedAt || (a.id < b.id ? -1 : 1));
}
