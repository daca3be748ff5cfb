import { textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import type { ThreadWriter } from '../thread/thread-writer.ts';
import type { TaskEnd } from './task-notification.ts';

const ASKS_AFTER_TASK: ReadonlySet<string> = new Set(['BashOutput', 'TaskOutput', 'AgentOutputTool']);

/** What calls began that went on after they were answered. How it ended is how its call ended, whatever the file tells first. */
export class Tasks {
  readonly #thread: ThreadWriter;
  readonly #calls = new Map<string, string>();
  /** Ends of tasks that no result has named yet. */
  readonly #unknown = new Map<string, TaskEnd>();
  /** Ends of calls that have no result yet. */
  readonly #early = new Map<string, TaskEnd>();

  /** Calls that ask after a task. */
  readonly #asking = new Map<string, string>();

  constructor(thread: ThreadWriter) {
    this.#thread = thread;
  }

  /** The first call that names it began it; others ask after it. */
  begin(task: string, call: string): void {
    if (this.#calls.has(task)) return;
    this.#calls.set(task, call);
    const end = this.#unknown.get(task);
    if (end !== undefined) this.#early.set(call, end);
  }

  /** A call that asks after a task, by the program's own tools for it. */
  called(call: string, tool: string, input: JsonFields): void {
    if (!ASKS_AFTER_TASK.has(tool)) return;
    const task = textOf(input['bash_id']) ?? textOf(input['shell_id']) ?? textOf(input['task_id']);
    if (task !== undefined) this.#asking.set(call, task);
  }

  /** The task that the call asks after. */
  askedBy(call: string): string | undefined {
    return this.#asking.get(call);
  }

  end(end: TaskEnd): void {
    const { task = '' } = end;
    const call = end.call ?? this.#calls.get(task);
    if (call === undefined) this.#unknown.set(task, end);
    else if (this.#thread.calls.isOpen(call) || !this.#thread.calls.has(call)) this.#early.set(call, end);
    else this.#tell(call, end);
  }

  /** The call, or its result, has arrived. */
  heard(call: string): void {
    const end = this.#early.get(call);
    if (end === undefined || !this.#tell(call, end)) return;
    this.#early.delete(call);
  }

  /** Only what looks well can be taken back: a call that failed is not done because its task is. */
  #tell(call: string, { outcome, error }: TaskEnd): boolean {
    if (!this.#thread.calls.isProvisional(call)) return false;
    this.#thread.result(call, { outcome, error });
    return true;
  }
}
