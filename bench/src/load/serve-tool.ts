import { createInterface } from 'node:readline';

/** What a test's MCP client sends when it calls the tool. */
export interface ToolCall {
  readonly _meta: { readonly progressToken: unknown };
  readonly arguments: {
    readonly kind: string;
    readonly notices: number;
    readonly words: string;
    readonly times: number;
  };
}

/** `serveTool('noticing', (call, answer) => answer('done'))`: an MCP server on standard input and output, with one tool. */
export function serveTool(name: string, onCall: (call: ToolCall, answer: (text: string) => void) => void): void {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    const answer = (result: object): unknown =>
      process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
    switch (method) {
      case 'initialize':
        return answer({
          protocolVersion: params.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name, version: '1' },
        });
      case 'tools/list':
        return answer({ tools: [{ name: 'work', inputSchema: { type: 'object' } }] });
      case 'tools/call':
        return onCall(params, (text) => answer({ content: [{ type: 'text', text }] }));
      default:
        return undefined;
    }
  });
}
