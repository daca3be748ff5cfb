import type { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { BoundedBuffer } from './bounded-buffer.ts';

/**
 * What a server prints is bounded, and read a little in each turn of the event loop: a flood of small messages holds up nobody. While some of them wait, no more is
 * read from the server, which waits too. The SDK has no way to hand it another buffer: tests with floods say whether this one is still asked.
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
    // A server that asks and asks, and does not take our answers, is not read: they would pile up.
    if (answers?.writableNeedDrain === true) {
      answers.once('drain', readOn);
      return;
    }
    isWaiting = false;
    if (buffer.nextTurn()) transport['processReadBuffer']();
    if (!isWaiting) transport['_process']?.stdout?.resume();
  }
}
