import { shellTool } from '@toolthread/agent';
import type { Tool } from '@toolthread/agent';

/**
 * The same tools, with a shell that does not see the data folder: the server's token, its policy and other threads lie there.
 * `hidingData(builtInTools, '/home/me/.local/share/toolthread')`
 */
export function hidingData(tools: readonly Tool[], data: string): readonly Tool[] {
  const shell = shellTool({ hides: [data] });
  return tools.map((tool) => (tool.name === shell.name ? shell : tool));
}
