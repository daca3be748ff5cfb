import type { ToolContext } from '../src/index.ts';

/** What a tool is given if there is no loop around it, and nobody to ask. */
export function loneContext(more: Partial<ToolContext>): ToolContext {
  return {
    signal: new AbortController().signal,
    workspace: undefined,
    call: 'c1_0',
    attempt: 1,
    blobs: undefined,
    approved: true,
    post: () => Promise.reject(new Error('nobody posts here')),
    ask: () => Promise.reject(new Error('nobody answers here')),
    leavesOut: () => Promise.resolve([]),
    resultOf: () => undefined,
    output: () => undefined,
    ...more,
  };
}
