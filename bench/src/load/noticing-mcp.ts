/** An MCP server whose one tool tells of its progress, or asks whether we are there, as often as it is asked to, and then is done. */
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
      return tell(messagesOf(params), params.arguments.notices, () =>
        answer(id, { content: [{ type: 'text', text: 'done' }] }),
      );
    default:
      return undefined;
  }
});

function answer(id: unknown, result: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
}

interface Called {
  readonly _meta: { readonly progressToken: unknown };
  readonly arguments: { readonly kind: string };
}

function messagesOf({ _meta: { progressToken }, arguments: { kind } }: Called): (number: number) => object {
  if (kind === 'ping') return (number) => ({ id: `ping ${number}`, method: 'ping' });
  return (number) => ({
    method: 'notifications/progress',
    params: { progressToken, progress: number, message: `step ${number} of many` },
  });
}

function tell(message: (number: number) => object, left: number, done: () => void): void {
  if (left <= 0) return done();
  const lines = Array.from(
    { length: Math.min(AT_ONCE, left) },
    (_, n) => `${JSON.stringify({ jsonrpc: '2.0', ...message(left - n) })}\n`,
  );
  process.stdout.write(lines.join(''), () => tell(message, left - AT_ONCE, done));
}
