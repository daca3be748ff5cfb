/** Tools of MCP servers. */
export { connectMcp } from './connect-mcp.ts';
export type { ConnectedMcp } from './connect-mcp.ts';
export type { McpServer } from './mcp-server.ts';
