/** What the driver takes for `verify-full`, and warns of at every start: it will take it for less some day. */
const VERIFIED = /^(?:prefer|require|verify-ca)$/;

/**
 * The address as the driver is to have it. Where TLS is asked for at all, the certificate and the name in it are checked: `sslmode` says so itself, so that another driver means
 * the same. Whoever wants the weaker meaning of libpq says `uselibpqcompat=true`; without any check, `sslmode=no-verify`.
 *
 * `driverUrl('postgres://db.example/x?sslmode=require')` is `'postgres://db.example/x?sslmode=verify-full'`
 */
export function driverUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const { searchParams } = new URL(url);
  if (searchParams.has('uselibpqcompat') || !VERIFIED.test(searchParams.get('sslmode') ?? '')) return url;
  return url.replace(/([?&]sslmode=)[^&]*/, '$1verify-full');
}
