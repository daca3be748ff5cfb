import { Worker } from 'node:worker_threads';
import type { SessionSource } from '@toolthread/server';
import type { SessionDesk } from './session-desk.ts';

/** What is asked of the thread in which sessions are read. */
export interface Asked {
  readonly id: number;
  readonly ask:
    | { readonly kind: 'list' }
    | { readonly kind: 'open'; readonly session: string }
    | { readonly kind: 'next' | 'rest' | 'close'; readonly number: number };
}

interface Answered {
  readonly id: number;
  /** What the question asks for. */
  readonly value: never;
  readonly problem?: string;
}

interface Waiting {
  resolve(value: never): void;
  reject(error: Error): void;
}

/** `const sessions = sessionSource(process.env); … await sessions.close();` */
export function sessionSource(env: NodeJS.ProcessEnv): SessionSource & { close(): Promise<void> } {
  let worker: Worker | undefined;
  let asked = 0;
  const waiting = new Map<number, Waiting>();

  function start(): Worker {
    const file = import.meta.url.endsWith('.ts') ? './session-worker.ts' : './session-worker.js';
    const started = new Worker(new URL(file, import.meta.url), { env });
    started.on('message', ({ id, value, problem }: Answered) => {
      const asker = waiting.get(id);
      waiting.delete(id);
      if (problem === undefined) asker?.resolve(value);
      else asker?.reject(new Error(problem));
    });
    const end = (error?: unknown): void => {
      if (worker !== started) return;
      worker = undefined;
      const why = error instanceof Error ? error : new Error('The reader of sessions has ended.');
      for (const { reject } of waiting.values()) reject(why);
      waiting.clear();
    };
    started.on('error', end);
    started.on('exit', () => end());
    // It does not keep the process alive.
    started.unref();
    return started;
  }

  function ask<Kind extends Asked['ask']['kind']>(
    question: Extract<Asked['ask'], { kind: Kind }> | (Asked['ask'] & { readonly kind: Kind }),
  ): Promise<Awaited<ReturnType<SessionDesk[Kind]>>> {
    return new Promise((resolve, reject) => {
      asked += 1;
      waiting.set(asked, { resolve, reject });
      worker ??= start();
      worker.postMessage({ id: asked, ask: question } satisfies Asked);
    });
  }

  return {
    list: () => ask({ kind: 'list' }),
    async open(session) {
      const opened = await ask({ kind: 'open', session });
      if (!opened.ok) return opened;
      const { number } = opened;
      return {
        ok: true,
        reading: {
          next: () => ask({ kind: 'next', number }),
          rest: () => ask({ kind: 'rest', number }),
          close: () => void ask({ kind: 'close', number }).catch(() => undefined),
        },
      };
    },
    async close() {
      const ending = worker;
      worker = undefined;
      await ending?.terminate();
    },
  };
}
