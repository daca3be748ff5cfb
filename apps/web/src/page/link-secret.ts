import { basePath } from './base-path.ts';

/**
 * What the address of a shared thread ends with: it shows that thread to whoever has it, in this tab. At every other address of the
 * same tab they are who they are.
 */
const kept = new Map<string, string>();

/** The one for the thread in the address, or for a part of it. */
export function linkSecret(): string | undefined {
  const key = keyHere();
  if (key === undefined) return undefined;
  try {
    return sessionStorage.getItem(key) ?? kept.get(key);
  } catch {
    return kept.get(key);
  }
}

/** For the thread in the address. */
export function keepLinkSecret(secret: string): void {
  const key = keyHere();
  if (key === undefined) return;
  kept.set(key, secret);
  try {
    sessionStorage.setItem(key, secret);
  } catch {
    // Its owner forbids it.
  }
}

/** Of all threads. */
export function dropLinkSecrets(): void {
  kept.clear();
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Its owner forbids it.
  }
}

/** What an address of the same thread ends with where a window of its own is opened: that one has nothing of this tab. */
export function linkFragment(): string {
  const secret = linkSecret();
  return secret === undefined ? '' : `#link=${encodeURIComponent(secret)}`;
}

const PREFIX = 'toolthread:link:';

function keyHere(): string | undefined {
  const { pathname } = location;
  if (!pathname.startsWith(`${basePath}/t/`)) return undefined;
  return PREFIX + (pathname.slice(`${basePath}/t/`.length).split('/', 1)[0] ?? '');
}
