import { mcpName } from '@toolthread/core/lines';
import { ofKind } from '../of-kind.ts';
import type { ToolRenderer } from '../tool-renderer.ts';

/** A tool of an MCP server: its own name, and the server's beside it. */
export const mcpRenderer: ToolRenderer = {
  name: 'mcp',
  matches: ofKind('mcp'),
  label: ({ call }) => mcpName(call.name)?.tool,
  description: ({ call }) => mcpName(call.name)?.server,
};
