/**
 * Paths as the system has them: a name need not be UTF-8. Each character stands for one byte, so that every name can be joined,
 * compared and sent as JSON, and none is lost.
 */

/** `bytePath('/home/me/schön')` */
export function bytePath(path: string): string {
  return Buffer.from(path).toString('latin1');
}

/** For the functions of `node:fs`. */
export function systemPath(path: string): Buffer {
  return Buffer.from(path, 'latin1');
}

/** For people: what is not UTF-8 is shown as �. */
export function shownPath(path: string): string {
  return systemPath(path).toString();
}

/** Below it, and not it. */
export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

/** Below one of them, of which there may be very many. */
export function isBelowOneOf(path: string, folders: ReadonlySet<string>): boolean {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    if (folders.has(path.slice(0, at))) return true;
  }
  return false;
}
