import { basePath } from './base-path.ts';

/**
 * The page's half of what lets it in; the cookie is the other. Kept by the browser for this origin only, the port included, so that
 * the pages of another server on this machine cannot read it.
 */
const KEY = `toolthread:page-secret${basePath}`;
/** Where the browser keeps nothing, the page is let in until it is loaded again. */
let unkept: string | undefined;

export function pageSecret(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? unkept;
  } catch {
    return unkept;
  }
}

export function keepPageSecret(secret: string): void {
  unkept = secret;
  try {
    localStorage.setItem(KEY, secret);
  } catch {
    // Its owner forbids it.
  }
}

/** Another tab was given one. Gives the function that ends the watch. */
export function onPageSecretChanged(changed: () => void): () => void {
  const listen = ({ key }: StorageEvent): void => {
    if (key === KEY) changed();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
