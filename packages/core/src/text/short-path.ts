/**
 * A path as a person names it: `~` is the home.
 *
 * @example
 * shortPath('/home/me/shop', '/home/me'); //=> '~/shop'
 * shortPath('/home/merle/shop', '/home/me'); //=> '/home/merle/shop'
 */
export function shortPath(path: string, home: string): string {
  return home !== '' && `${path}/`.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
