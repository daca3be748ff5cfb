import type { ServerResponse } from 'node:http';
import { whenClosed } from '../http/when-closed.ts';
import type { Tokens } from './tokens/tokens.ts';

/** Answers that are still being given, streams above all. They end when their token does. */
export interface OpenAnswers {
  /** `digest`: of its token; undefined if none let it in. */
  add(response: ServerResponse, digest: string | undefined): void;
  /** The server closes. */
  endAll(): void;
}

/** A token is asked after this often while somebody reads by it: a revoked one's streams end well within a second. */
const EVERY_MS = 250;

/** `createOpenAnswers(tokens)` */
export function createOpenAnswers({ isGood }: Pick<Tokens, 'isGood'>): OpenAnswers {
  const open = new Map<ServerResponse, string | undefined>();
  let timer: NodeJS.Timeout | undefined;

  function endRevoked(): void {
    const bad = new Set([...new Set(open.values())].filter((digest) => digest !== undefined && !isGood(digest)));
    if (bad.size === 0) return;
    for (const [response, digest] of open) if (bad.has(digest)) response.destroy();
  }

  return {
    endAll() {
      for (const response of open.keys()) response.destroy();
    },
    add(response, digest) {
      open.set(response, digest);
      timer ??= setInterval(endRevoked, EVERY_MS).unref();
      whenClosed(response, () => {
        open.delete(response);
        if (open.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      });
    },
  };
}
