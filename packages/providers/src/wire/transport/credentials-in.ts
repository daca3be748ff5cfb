import { Buffer } from 'node:buffer';

export interface Credentials {
  /** As a header. */
  readonly authorization: string;
  /** What no log may show: the password as it is there, as it is meant, and as it is sent. */
  readonly secrets: readonly string[];
}

/** `credentialsIn('https://me:word@example.org/v1')`: the name and the password of an address; undefined if it has none. */
export function credentialsIn(address: string): Credentials | undefined {
  const { username, password } = URL.canParse(address) ? new URL(address) : { username: '', password: '' };
  if (username === '' && password === '') return undefined;
  const code = bytesOf(`${username}:${password}`).toString('base64');
  return { authorization: `Basic ${code}`, secrets: [password, bytesOf(password).toString(), code] };
}

/** In an address every byte that is no plain letter stands as `%40`. */
function bytesOf(text: string): Buffer {
  const letters = text.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(letters, 'latin1');
}
