/** An MCP server whose one tool answers with as much text as it is asked to. */
import { createInterface } from 'node:readline';

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  switch (method) {
    case 'initialize':
      return answer(id, {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'bombing', version: '1' },
      });
    case 'tools/list':
      return answer(id, { tools: [{ name: 'work', inputSchema: { type: 'object' } }] });
    case 'tools/call': {
      const { words, times } = params.arguments;
      return answer(id, { content: [{ type: 'text', text: words.repeat(times) }] });
    }
    default:
      return undefined;
  }
});

function answer(id: unknown, result: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
}
