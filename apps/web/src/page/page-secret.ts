import { basePath } from './base-path.ts';
import { store, stored } from './stored.ts';

/**
 * The page's half of what lets it in; the cookie is the other. Kept by the browser for this origin only, the port included, so that
 * the pages of another server on this machine cannot read it.
 */
const KEY = `toolthread:page-secret${basePath}`;
/** Where the browser keeps nothing, the page is let in until it is loaded again. */
let unkept: string | undefined;

export function pageSecret(): string | undefined {
  return stored(KEY) ?? unkept;
}

export function keepPageSecret(secret: string): void {
  unkept = secret;
  store(KEY, secret);
}

/** Another tab was given one. Gives the function that ends the watch. */
export function onPageSecretChanged(changed: () => void): () => void {
  const listen = ({ key }: StorageEvent): void => {
    if (key === KEY) changed();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
