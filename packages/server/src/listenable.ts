export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Shorter than this, or of fewer different characters, a secret is guessed. */
const LENGTH = 16;
const CHARACTERS = 8;

/**
 * Off this machine everybody may knock: only with a real secret. (A server without one was found and used within hours.)
 *
 * `assertListenable({ host: '0.0.0.0', port: 4177 }, token)`
 */
export function assertListenable(
  { host }: ListenAddress,
  token: string,
): { ok: true } | { ok: false; message: string } {
  if (token === '') return { ok: false, message: 'The server needs a token, on every address.' };
  if (isLoopbackAddress(host)) return { ok: true };
  if (token.length >= LENGTH && new Set(token).size >= CHARACTERS) return { ok: true };
  return {
    ok: false,
    message: `Refusing to listen on ${host}: others can reach it. Set TOOLTHREAD_TOKEN to a secret of at least ${LENGTH} characters, or listen on 127.0.0.1.`,
  };
}

function isLoopbackAddress(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}
