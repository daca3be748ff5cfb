/** Tools of MCP servers. */
export { connectMcp, type ConnectedMcp } from './connect-mcp.ts';
export type { HttpServer, McpServer, StdioServer } from './mcp-server.ts';
