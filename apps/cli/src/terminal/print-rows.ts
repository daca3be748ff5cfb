import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { printDrawn } from './print-text.ts';
import type { Terminal } from './terminal.ts';

/** Rows are printed together up to so many characters: each by itself would be slow. */
const BATCH = 64 * 1024;

/** Prints rows as they come; through the pager if they do not fit into a person's window. */
export async function printRows(
  rows: Iterable<string> | AsyncIterable<string>,
  { interactive, rows: height }: Terminal,
): Promise<void> {
  const sink = new RowSink(interactive ? height : 0, interactive);
  for await (const row of rows) {
    if (!(await sink.take(row))) break;
  }
  await sink.end();
}

class RowSink {
  readonly #held: number;
  readonly #interactive: boolean;
  #waiting: string[] = [];
  #size = 0;
  #pager: Pager | undefined | 'none' | 'undecided' = 'undecided';

  /** This many rows wait until it is known whether they fit. */
  constructor(held: number, interactive: boolean) {
    this.#held = held;
    this.#interactive = interactive;
  }

  /** False if nobody reads any more. */
  async take(row: string): Promise<boolean> {
    this.#waiting.push(row);
    this.#size += row.length + 1;
    if (this.#pager === 'undecided' && this.#waiting.length < this.#held) return true;
    if (this.#pager === 'undecided') this.#pager = this.#interactive ? (startPager() ?? 'none') : 'none';
    return this.#size < BATCH || this.#flush();
  }

  async end(): Promise<void> {
    await this.#flush();
    if (typeof this.#pager === 'object') await this.#pager.end();
  }

  async #flush(): Promise<boolean> {
    const text = this.#waiting.map((row) => `${row}\n`).join('');
    this.#waiting = [];
    this.#size = 0;
    if (typeof this.#pager === 'object') return this.#pager.write(text);
    await printDrawn(text);
    return true;
  }
}

/** While it runs, Ctrl-C belongs to it and does not end us. A person may quit it before it has read everything. */
class Pager {
  readonly #child: ChildProcess;
  readonly #input: Writable;
  readonly #closed: Promise<unknown>;
  #open = true;

  constructor(child: ChildProcess, input: Writable) {
    this.#child = child;
    this.#input = input;
    process.on('SIGINT', ignore);
    this.#input.on('error', ignore);
    this.#closed = once(this.#child, 'close').catch(ignore);
    void this.#closed.then(() => {
      this.#open = false;
    });
  }

  /** False once it is closed. */
  async write(text: string): Promise<boolean> {
    if (this.#open && !this.#input.write(text))
      await Promise.race([once(this.#input, 'drain').catch(ignore), this.#closed]);
    return this.#open && this.#input.writable;
  }

  async end(): Promise<void> {
    this.#input.end();
    await this.#closed;
    process.off('SIGINT', ignore);
  }
}

function ignore(): void {}

/** Undefined if there is none. */
function startPager(): Pager | undefined {
  const command = process.env['PAGER'] ?? 'less';
  if (command === '' || command === 'cat' || !exists(command)) return undefined;
  // -R: our own colours; -F and -X: what fits stays on the screen.
  const env = { ...process.env, LESS: process.env['LESS'] ?? 'RFX' };
  const child = spawn(command, { shell: true, stdio: ['pipe', 'inherit', 'inherit'], env });
  return child.stdin === null ? undefined : new Pager(child, child.stdin);
}

/** Asked before anything is given to it. The first word of the command names the program. */
function exists(command: string): boolean {
  const [program = ''] = command.trim().split(/\s\s*/);
  return spawnSync('sh', ['-c', 'command -v -- "$1"', 'sh', program], { stdio: 'ignore' }).status === 0;
}
