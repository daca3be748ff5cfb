import { fieldsOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { parseJson } from '../records/parse-json.ts';
import { outputText } from './call-output.ts';
import { processHead } from './process-head.ts';
import { scriptHead } from './script-head.ts';

/** The tool that waits for what another one began, and how it names it. */
const WAITS: ReadonlyMap<string, { readonly kind: 'process' | 'script'; readonly argument: string }> = new Map([
  ['write_stdin', { kind: 'process', argument: 'session_id' }],
  ['wait', { kind: 'script', argument: 'cell_id' }],
]);
const BEGINS: ReadonlyMap<string, 'process' | 'script'> = new Map([
  ['exec_command', 'process'],
  ['exec', 'script'],
]);

/** Processes and scripts that went on when their call had been answered. Another call waits for them, and its output tells how they ended. */
export class Processes {
  /** The call that began each. */
  readonly #begun = new Map<string, string>();
  /** For which of them a call waits. */
  readonly #waiting = new Map<string, string>();

  called(id: string, name: string, args: string): void {
    const waits = WAITS.get(name);
    if (waits === undefined) return;
    const parsed = parseJson(args);
    const session = parsed.ok ? fieldsOf(parsed.value)[waits.argument] : undefined;
    if (typeof session === 'number' || typeof session === 'string') this.#waiting.set(id, `${waits.kind}|${session}`);
  }

  /** Returns the call that began it, if this output says that it ended. */
  answered(id: string, tool: string, output: Json | undefined): string | undefined {
    const kind = BEGINS.get(tool) ?? WAITS.get(tool)?.kind;
    if (kind === undefined) return undefined;
    const { session, hasEnded } = headOf(kind, outputText(output));
    if (BEGINS.has(tool) && session !== undefined) this.#begun.set(`${kind}|${session}`, id);
    const ended = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (ended === undefined || !hasEnded) return undefined;
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

interface RunHead {
  /** Under which number or id it goes on. */
  readonly session: string | undefined;
  readonly hasEnded: boolean;
}

function headOf(kind: 'process' | 'script', text: string): RunHead {
  if (kind === 'process') {
    const head = processHead(text);
    return { session: head?.session, hasEnded: head?.exitCode !== undefined };
  }
  const head = scriptHead(text);
  return { session: head?.session, hasEnded: head?.outcome !== undefined };
}
