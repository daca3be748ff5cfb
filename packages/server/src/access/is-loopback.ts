/**
 * Whether only this computer reaches it.
 * @example
 * isLoopbackAddress('127.0.0.1'); //=> true
 */
export function isLoopbackAddress(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

/** The host that a request names, without its port. Stricter: of all addresses of this machine only the usual ones are its names. */
export function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '127.0.0.1' || name === '[::1]';
}

/** `hostParts('[::1]:4177')` is `{ name: '[::1]', port: '4177' }`; nothing for what is no host. */
export function hostParts(host: string): { readonly name: string; readonly port: string } {
  const [, name = '', port = '80'] = /^(\[[^\]]*\]|[^:]*)(?::(\d\d*))?$/.exec(host) ?? [];
  return { name, port };
}
