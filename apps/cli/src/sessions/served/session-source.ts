import type { OpenedSession, SessionFile, SessionSource } from '@toolthread/server';
import { askWorker, IDLE_MS, workerFile } from '../../worker/ask-worker.ts';
import type { SessionDesk } from './session-desk.ts';

/** What is asked of the thread in which sessions are read. `secrets`: what the answer must not hold. */
export type SessionAsk =
  | { readonly kind: 'list'; readonly secrets: readonly string[] }
  | { readonly kind: 'open'; readonly session: string }
  | { readonly kind: 'take'; readonly file: SessionFile }
  | { readonly kind: 'next' | 'rest'; readonly number: number; readonly secrets: readonly string[] }
  | { readonly kind: 'close'; readonly number: number };

/** `const sessions = sessionSource(process.env, () => secrets.list()); … await sessions.close();` */
export function sessionSource(
  env: NodeJS.ProcessEnv,
  secrets: () => readonly string[],
): SessionSource & { close(): Promise<void> } {
  const file = workerFile('./session-worker', import.meta.url);
  const worker = askWorker<SessionAsk>(file, { env, name: 'The reader of sessions', idleMs: IDLE_MS });

  function ask<Kind extends SessionAsk['kind']>(
    question: Extract<SessionAsk, { kind: Kind }> | (SessionAsk & { readonly kind: Kind }),
  ): Promise<Awaited<ReturnType<SessionDesk[Kind]>>> {
    return worker.ask(question);
  }

  function readingOf(opened: Awaited<ReturnType<SessionDesk['open']>>): OpenedSession {
    if (!opened.ok) return opened;
    const { number } = opened;
    return {
      ok: true,
      reading: {
        next: () => ask({ kind: 'next', number, secrets: secrets() }),
        rest: () => ask({ kind: 'rest', number, secrets: secrets() }),
        close: () => void ask({ kind: 'close', number }).catch(() => undefined),
      },
    };
  }

  return {
    list: () => ask({ kind: 'list', secrets: secrets() }),
    open: async (session) => readingOf(await ask({ kind: 'open', session })),
    take: async (file) => readingOf(await ask({ kind: 'take', file })),
    close: () => worker.close(),
  };
}
