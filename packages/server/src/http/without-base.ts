/**
 * What a request asks for below the path under which the server is reached. A proxy, or the program that the server is mounted in, may
 * have taken the path away already: then nothing is left to take.
 *
 * `withoutBase('/agent/api/threads?limit=5', '/agent') === '/api/threads?limit=5'`
 */
export function withoutBase(url: string, base: string): string {
  if (base === '' || !url.startsWith(base)) return url;
  const rest = url.slice(base.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : url;
}
