import type { Tool } from './tool.ts';

/**
 * Tools under the names by which a model calls them. Throws with a message if two have the same name: only one of them could ever be called.
 *
 * @example
 * import { defineTool, textValue } from '@toolthread/agent';
 * import { z } from 'zod';
 * const input = z.object({});
 * const now = defineTool({ name: 'now', description: 'The time.', input, execute: () => textValue('noon') });
 * toolsByName([now]).has('now'); //=> true
 */
export function toolsByName(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  const named = new Map<string, Tool>();
  for (const tool of tools) {
    if (named.has(tool.name)) throw new Error(`Two tools are called "${tool.name}". Each needs a name of its own.`);
    named.set(tool.name, tool);
  }
  return named;
}
