import { REDACTED } from '@toolthread/core/text';

/**
 * What went over the wire, for whoever debugs a request. Keys and tokens never reach it, but for one that a model spells at the end of a
 * frame: only who joins the frames can tell it.
 */
export interface DebugEntry {
  /** `end`: nothing more comes of this request. */
  readonly kind: 'request' | 'frame' | 'failure' | 'end';
  /** Which request of this process it belongs to, counted from 1. */
  readonly request: number;
  readonly provider: string;
  readonly model: string;
  /** JSON text, or a message if it cannot be written as JSON. */
  readonly payload: string;
}

/** Told everything that goes over the wire, one entry at a time. A promise that it returns is waited for: a slow log is not overrun. */
export type DebugLog = (entry: DebugEntry) => unknown;

const SECRETS =
  /\b(?:sk|pk|rk)-[\w-]{8}[\w-]*|\bAIza[\w-]{20}[\w-]*|\bya29\.[\w.-][\w.-]*|\bBearer\s\s*[\w.~+/=-][\w.~+/=-]*|"(?:x-api-key|x-goog-api-key|authorization)"\s*:\s*"[^"]*"/gi;

let requests = 0;

/** `log('frame', frame)`: a promise only where the log is still busy with it; it does not reject. */
export type WireLog = (kind: DebugEntry['kind'], payload: unknown) => Promise<void> | undefined;

/** A logger for one request. It removes secrets and never throws. Without a hook it does nothing. */
export function debugLogger(
  log: DebugLog | undefined,
  from: { readonly provider: string; readonly model: string; readonly secrets: readonly (string | undefined)[] },
): WireLog {
  if (log === undefined) return () => undefined;
  requests += 1;
  const request = requests;
  const secrets = from.secrets.filter((secret) => secret !== undefined && secret !== '');
  return (kind, payload) => {
    try {
      const text = secrets.reduce((rest: string, secret) => rest.replaceAll(String(secret), REDACTED), said(payload));
      const known = text.replace(SECRETS, (match: string, at: number) =>
        kind === 'frame' && goesOn(text, at + match.length) ? match : REDACTED,
      );
      const busy = log({ kind, request, provider: from.provider, model: from.model, payload: known });
      return busy instanceof Promise ? busy.then(NOTHING, NOTHING) : undefined;
    } catch {
      // A log that throws must not end the response.
      return undefined;
    }
  };
}

const NOTHING = (): void => undefined;

/** What ends with a frame's text may go on in the next one: whoever joins frames must see it whole, or the rest of it stays. */
function goesOn(text: string, end: number): boolean {
  return text[end] === '"' && text[end - 1] !== '"';
}

function said(payload: unknown): string {
  if (payload instanceof Error) return `${payload.name}: ${payload.message}`;
  try {
    return JSON.stringify(payload) ?? String(payload);
  } catch {
    return '[cannot be written as JSON]';
  }
}
