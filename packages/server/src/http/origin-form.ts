/**
 * What is asked for, without the host where a request names it twice: `originForm('http://box:80/api/info', 'box:80') === '/api/info'`.
 * One that names another than its `Host` stays as it is, and is refused as a foreign one.
 */
export function originForm(url: string, host = ''): string {
  const [start = '', named = ''] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? [];
  if (start === '' || named.toLowerCase() !== host.toLowerCase()) return url;
  const rest = url.slice(start.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
