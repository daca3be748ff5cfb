/** `shownAddress('https://me:word@example.org/v1?key=k')`: without what may be a password or a key in it. */
export function shownAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return 'The address of the model';
  return `${url.origin}${url.pathname === '/' ? '' : url.pathname}`;
}
