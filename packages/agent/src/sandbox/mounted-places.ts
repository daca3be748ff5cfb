/** The same storage may be mounted several times: what is hidden at one path must not be seen at another. */
import { statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isWithin } from '../is-within.ts';
import { realPathOf } from '../real-path-of.ts';
import { type Mount, mountsOf } from './mounts-of.ts';

/** `mountedPlaces('/srv/data')`: every real path at which the folder, or a part of it, is seen; none if there is no such folder. */
export function mountedPlaces(folder: string, mounts: readonly Mount[] = mountsOf('self')): readonly string[] {
  const real = realPathOf(folder);
  if (real === undefined) return [];
  const places = otherPlaces(real, mounts).filter(({ path, is }) => isSame(path, is));
  return [...new Set([real, ...places.map(({ path }) => path)])];
}

interface Place {
  readonly path: string;
  /** What is seen there, unless something else was mounted over it. */
  readonly is: string;
}

/** `otherPlaces('/srv/data', mounts)` */
export function otherPlaces(real: string, mounts: readonly Mount[]): readonly Place[] {
  // Of several at one point the last is on top.
  const own = mounts.filter(({ point }) => isWithin(real, point)).reduce<Mount | undefined>(deeper, undefined);
  if (own === undefined) return [];
  const stored = join(own.root, relative(own.point, real));
  return mounts
    .filter((mount) => mount !== own && mount.storage === own.storage)
    .flatMap(({ root, point }) => {
      if (isWithin(stored, root)) return { path: join(point, relative(root, stored)), is: real };
      return isWithin(root, stored) ? { path: point, is: join(real, relative(stored, root)) } : [];
    });
}

function deeper(one: Mount | undefined, other: Mount): Mount {
  return one === undefined || other.point.length >= one.point.length ? other : one;
}

function isSame(path: string, other: string): boolean {
  try {
    return statSync(path, { bigint: true }).ino === statSync(other, { bigint: true }).ino;
  } catch {
    return false;
  }
}
