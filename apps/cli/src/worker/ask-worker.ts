import { Worker } from 'node:worker_threads';

/** What is sent to a worker. */
export interface Asked<Ask> {
  readonly id: number;
  readonly ask: Ask;
}

export interface AskedWorker<Ask> {
  /** Started if it is not running. Rejects if it cannot answer, or ends before it has. */
  ask(question: Ask): Promise<never>;
  close(): Promise<void>;
}

interface Answered {
  readonly id: number;
  /** What the question asks for. */
  readonly value: never;
  readonly problem?: string;
  /** It has something that a later question is about. */
  readonly holds: boolean;
}

interface Waiting {
  resolve(value: never): void;
  reject(error: Error): void;
}

/** So long a worker that reads much waits for the next question. */
export const IDLE_MS = 60_000;

/**
 * `askWorker(new URL('./session-worker.ts', import.meta.url), { env, name: 'The reader of sessions' })`: a thread of its own that answers questions. What it has
 * read stays in memory as long as it is there. With `idleMs` it ends by itself when it holds nothing and nobody has asked for so long.
 */
export function askWorker<Ask>(
  file: URL,
  {
    env,
    name,
    data,
    idleMs,
  }: {
    readonly env: NodeJS.ProcessEnv;
    readonly name: string;
    readonly data?: unknown;
    readonly idleMs?: number;
  },
): AskedWorker<Ask> {
  let worker: Worker | undefined;
  let asked = 0;
  const waiting = new Map<number, Waiting>();
  let idle: NodeJS.Timeout | undefined;

  function rest(started: Worker): void {
    clearTimeout(idle);
    if (idleMs === undefined) return;
    idle = setTimeout(() => {
      if (worker !== started || waiting.size > 0) return;
      worker = undefined;
      void started.terminate();
    }, idleMs).unref();
  }

  function start(): Worker {
    const started = new Worker(file, { env, workerData: data });
    started.on('message', ({ id, value, problem, holds }: Answered) => {
      const asker = waiting.get(id);
      waiting.delete(id);
      if (problem === undefined) asker?.resolve(value);
      else asker?.reject(new Error(problem));
      if (holds) clearTimeout(idle);
      else rest(started);
    });
    const end = (error?: unknown): void => {
      if (worker !== started) return;
      worker = undefined;
      const why = error instanceof Error ? error : new Error(`${name} has ended.`);
      for (const { reject } of waiting.values()) reject(why);
      waiting.clear();
    };
    started.on('error', end);
    started.on('exit', () => end());
    // It does not keep the process alive.
    started.unref();
    return started;
  }

  return {
    ask(question) {
      return new Promise((resolve, reject) => {
        asked += 1;
        waiting.set(asked, { resolve, reject });
        worker ??= start();
        worker.postMessage({ id: asked, ask: question } satisfies Asked<Ask>);
      });
    },
    async close() {
      clearTimeout(idle);
      const ending = worker;
      worker = undefined;
      await ending?.terminate();
    },
  };
}

/** The file beside this one, as it is here: from its source, or built. `workerFile('./session-worker', import.meta.url)` */
export function workerFile(name: string, beside: string): URL {
  return new URL(`${name}${beside.endsWith('.ts') ? '.ts' : '.js'}`, beside);
}
