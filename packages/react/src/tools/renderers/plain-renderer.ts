import type { ToolRenderer } from '../tool-renderer.ts';

/** Any call: its arguments, and the words of its result. */
export const plainRenderer: ToolRenderer = { name: 'plain', matches: () => true };
