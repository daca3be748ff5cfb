import { lstatSync, readFileSync, realpathSync } from 'node:fs';

/** After the number, the count, the protocol, the flags, the type, the state and the inode. */
const WITH_PATH = /^\S\S*: \S\S* \S\S* \S\S* \S\S* \S\S* {1,100}\d\d* (\/.*)$/gm;

/**
 * `boundSockets()`: where programs of this machine can be talked to by a path, as real paths. A mount that is read-only keeps nobody from it. What was
 * bound by a relative path or moved since, or in another network namespace, is not known.
 */
export function boundSockets(): readonly string[] {
  const paths = listOfKernel().matchAll(WITH_PATH);
  return [...new Set([...paths].flatMap(([, path = '']) => socketAt(path)))];
}

function listOfKernel(): string {
  try {
    return readFileSync('/proc/net/unix', 'utf8');
  } catch {
    return '';
  }
}

function socketAt(path: string): readonly string[] {
  try {
    const real = realpathSync(path);
    return lstatSync(real).isSocket() ? [real] : [];
  } catch {
    return [];
  }
}
