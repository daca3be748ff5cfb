import { fieldsOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { parseJson } from '../records/parse-json.ts';
import { processHead } from './process-head.ts';

/** Processes that went on when their call had been answered. Another call waits for them, and its output tells how they ended. */
export class Processes {
  /** The call that began each. */
  readonly #begun = new Map<string, string>();
  /** For which process a call waits. */
  readonly #waiting = new Map<string, string>();

  called(id: string, name: string, args: string): void {
    if (name !== 'write_stdin') return;
    const parsed = parseJson(args);
    const session = parsed.ok ? fieldsOf(parsed.value)['session_id'] : undefined;
    if (typeof session === 'number' || typeof session === 'string') this.#waiting.set(id, String(session));
  }

  /** Gives the call that began the process, if this output says that it ended. */
  answered(id: string, tool: string, output: Json | undefined): string | undefined {
    if (typeof output !== 'string' || (tool !== 'exec_command' && tool !== 'write_stdin')) return undefined;
    const { session, exitCode } = processHead(output);
    if (tool === 'exec_command' && session !== undefined) this.#begun.set(session, id);
    const ended = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (ended === undefined || exitCode === undefined) return undefined;
    const began = this.#begun.get(ended);
    this.#begun.delete(ended);
    return began;
  }

  /** The thread went back: what was begun is not known any more. */
  forget(): void {
    this.#begun.clear();
    this.#waiting.clear();
  }
}
