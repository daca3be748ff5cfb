/** An MCP server whose one tool tells of its progress as often as it is asked to, and then is done. */
import { createInterface } from 'node:readline';

const AT_ONCE = 100;

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  switch (method) {
    case 'initialize':
      return answer(id, {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'noticing', version: '1' },
      });
    case 'tools/list':
      return answer(id, { tools: [{ name: 'work', inputSchema: { type: 'object' } }] });
    case 'tools/call':
      return tell(params._meta.progressToken, params.arguments.notices, () =>
        answer(id, { content: [{ type: 'text', text: 'done' }] }),
      );
    default:
      return undefined;
  }
});

function answer(id: unknown, result: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
}

function tell(progressToken: unknown, left: number, done: () => void): void {
  if (left <= 0) return done();
  const notices = Array.from({ length: Math.min(AT_ONCE, left) }, (_, n) => {
    const params = { progressToken, progress: left - n, message: `step ${left - n} of many` };
    return `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params })}\n`;
  });
  process.stdout.write(notices.join(''), () => tell(progressToken, left - AT_ONCE, done));
}
