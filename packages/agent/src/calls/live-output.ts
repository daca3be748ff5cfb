import type { Call, EventDraft } from '@toolthread/core';
import { MOST_BYTES } from '@toolthread/core/context';
import { isFirstHalf } from '@toolthread/core/text';
import type { Run } from '../run/run.ts';
import { Redactor } from '../redact/redactor.ts';
import type { RedactedStream } from '../redact/redacted-stream.ts';
import { FLUSH_MS, FLUSH_UNITS } from '../response/step-buffer.ts';

/**
 * What a tool shows while it runs: the first words at once, then every 75 ms or 1 KB, and no more than the model will
 * see. So a tool that prints without end fills neither the ledger nor the page.
 */
export class LiveOutput {
  readonly #run: Run;
  readonly #call: Call;
  readonly #redacted: RedactedStream;
  #waiting = '';
  #written = 0;
  #flushedAt: number | undefined;
  #timed = false;
  #closed = false;

  constructor(run: Run, call: Call) {
    this.#run = run;
    this.#call = call;
    this.#redacted = new Redactor(run.secrets).stream('terminal');
  }

  push(text: string): void {
    if (this.#closed || this.#room <= 0 || text === '') return;
    this.#waiting += this.#redacted.push(text).slice(0, this.#room);
    const since = this.#run.clock.now() - (this.#flushedAt ?? -Infinity);
    if (since >= FLUSH_MS || this.#waiting.length >= FLUSH_UNITS) this.#flush();
    else this.#flushLater(FLUSH_MS - since);
  }

  /** The rest, to be written with the result. Nothing comes after it. */
  close(): readonly EventDraft[] {
    this.#closed = true;
    this.#waiting += this.#redacted.end().slice(0, this.#room);
    return this.#take('all');
  }

  get #room(): number {
    return Math.max(0, MOST_BYTES - this.#written - this.#waiting.length);
  }

  #flush(): void {
    const drafts = this.#take('whole characters');
    // If the ledger cannot be reached, whoever waits for the call's result gets the error.
    if (drafts.length > 0) void this.#run.write(...drafts).catch(() => undefined);
  }

  #flushLater(ms: number): void {
    if (this.#timed) return;
    this.#timed = true;
    void this.#run.clock.sleep(ms, this.#run.signal).then(() => {
      this.#timed = false;
      if (!this.#closed) this.#flush();
    });
  }

  #take(what: 'all' | 'whole characters'): readonly EventDraft[] {
    const half = what === 'whole characters' && isFirstHalf(this.#waiting.charCodeAt(this.#waiting.length - 1));
    const text = half ? this.#waiting.slice(0, -1) : this.#waiting;
    if (text === '') return [];
    this.#waiting = half ? this.#waiting.slice(-1) : '';
    const offset = this.#written;
    this.#written += text.length;
    this.#flushedAt = this.#run.clock.now();
    return [{ type: 'agent.tool.output.delta', step: this.#call.step, call: this.#call.id, offset, text }];
  }
}
