/** What the address of a shared thread ends with: it shows that thread to whoever has it, in this tab. */
const KEY = 'toolthread:link';
let unkept: string | undefined;

export function linkSecret(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? unkept;
  } catch {
    return unkept;
  }
}

export function keepLinkSecret(secret: string): void {
  unkept = secret;
  try {
    sessionStorage.setItem(KEY, secret);
  } catch {
    // Its owner forbids it.
  }
}

export function dropLinkSecret(): void {
  unkept = undefined;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Its owner forbids it.
  }
}
