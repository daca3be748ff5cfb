/** An MCP server whose one tool tells of its progress, or asks whether we are there, as often as it is asked to, and then is done. */
import { serveTool } from './serve-tool.ts';
import type { ToolCall } from './serve-tool.ts';

const AT_ONCE = 100;

serveTool('noticing', (call, answer) => tell(messagesOf(call), call.arguments.notices, () => answer('done')));

function messagesOf({ _meta: { progressToken }, arguments: { kind } }: ToolCall): (number: number) => object {
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
