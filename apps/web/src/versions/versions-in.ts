import { versionMessage, versionsOf } from '@toolthread/core/queries';
import type { Thread } from '@toolthread/core';
import { itemVersions, messageItemKey } from '@toolthread/react';
import type { ItemVersions } from '@toolthread/react';

/** One of the versions of a message, in the thread or in a version of it. */
export interface VersionLevel extends ItemVersions {
  /** The version that it is in, from the outer to the inner one; none is the newest. */
  readonly path: readonly number[];
  /** The last event of the version itself. */
  readonly end: number;
}

/** The version of `base` that ends with event `end`, where `path` leads to `base`. Undefined if `base` was not rewound there. */
export function versionLevel({ state }: Thread, end: number, path: readonly number[]): VersionLevel | undefined {
  const group = versionsOf(state).find(({ ends }) => ends.includes(end));
  // The last one of them is `base` as it is.
  return group && { path, end, ends: [...group.ends, path.at(-1)], shown: group.ends.indexOf(end) };
}

/**
 * The versions to choose from in a version that is looked at: its own, and on the message of each level those that it is one of. `levels` has the version and
 * what it is in, the outer one first, each with the thread that it is a version of.
 */
export function versionsIn(
  version: Thread,
  levels: readonly (readonly [level: VersionLevel, base: Thread])[],
): ReadonlyMap<string, ItemVersions> {
  const found = new Map(itemVersions(version));
  for (const [level, base] of levels) {
    const rewind = base.state.rewinds.find(({ seq }) => seq === level.end + 1);
    // What came after the inner version ended is not in it.
    if (rewind === undefined || rewind.to >= version.state.seq) continue;
    const key = messageItemKey(version, versionMessage(version.state, rewind));
    if (key !== undefined) found.set(key, level);
  }
  return found;
}

/** The way to a version that was chosen in the one at `here`: by its last event, undefined for the newest. */
export function pathTo(
  chosen: number | undefined,
  levels: readonly VersionLevel[],
  here: readonly number[],
): readonly number[] {
  if (chosen === undefined) return [];
  const level = levels.find(({ ends }) => ends.includes(chosen));
  return [...(level?.path ?? here), chosen];
}
