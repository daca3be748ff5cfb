import type { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { BoundedBuffer } from './bounded-buffer.ts';

/**
 * Limits what a server prints, and reads a little in each turn of the event loop, so that a flood of small messages does not block it. While some messages wait,
 * no more is read, so the server waits too. The SDK has no option for another buffer: tests with floods check that it still uses this one.
 */
export function readInTurns(transport: StdioClientTransport): void {
  let isWaiting = false;
  const buffer = new BoundedBuffer(() => {
    if (isWaiting) return;
    isWaiting = true;
    transport['_process']?.stdout?.pause();
    setImmediate(readOn);
  });
  Object.defineProperty(transport, '_readBuffer', { value: buffer });

  function readOn(): void {
    const answers = transport['_process']?.stdin;
    // If a server keeps asking and does not read our answers, we stop reading: the answers would pile up.
    if (answers?.writableNeedDrain === true) {
      answers.once('drain', readOn);
      return;
    }
    isWaiting = false;
    if (buffer.nextTurn()) transport['processReadBuffer']();
    if (!isWaiting) transport['_process']?.stdout?.resume();
  }
}
