import { shellTool } from '@toolthread/agent';
import type { Tool } from '@toolthread/agent';

/**
 * The same tools, with a shell that does not see the server's own folders: its token, its policy and other threads are there, and what
 * was sent to models. `hidingData(builtInTools, ['/home/me/.local/share/toolthread'])`
 */
export function hidingData(tools: readonly Tool[], hides: readonly string[]): readonly Tool[] {
  const shell = shellTool({ hides });
  return tools.map((tool) => (tool.name === shell.name ? shell : tool));
}
