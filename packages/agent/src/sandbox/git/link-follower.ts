import { lstatSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from '@toolthread/core/json';
import { systemPath } from './byte-path.ts';
import { ifThere } from './if-there.ts';

export interface Followed {
  /** Every link on the way, by its real path. */
  readonly links: readonly Link[];
  /** Where it leads, with no link left. It need not be there. */
  readonly end: string;
}

export interface Link {
  readonly path: string;
  readonly leads: string;
}

/** As many as Linux follows. */
const MOST_LINKS = 40;

/**
 * `linkFollower()(path)`: step by step, as the system does. All are byte paths. It asks the system for each step once, so it is for one look at
 * many paths: what is changed later is seen by the next one.
 */
export function linkFollower(): (path: string) => Followed {
  const known = new Map<string, Followed>();
  return (path) => {
    let way: Followed = { links: [], end: '/' };
    let asked = '';
    for (const name of path.split('/')) {
      asked += `/${name}`;
      way = known.get(asked) ?? followed(way, name);
      known.set(asked, way);
    }
    return way;
  };
}

/** One step further. */
function followed(before: Followed, name: string): Followed {
  const links = [...before.links];
  const todo = [name];
  let { end } = before;
  for (let next = todo.shift(); next !== undefined; next = todo.shift()) {
    const here = next === '..' ? dirname(end) : join(end, next);
    const leads = next === '..' || here === end ? undefined : linkAt(here);
    if (leads === undefined || links.length === MOST_LINKS) {
      end = here;
      continue;
    }
    links.push({ path: here, leads });
    todo.unshift(...leads.split('/'));
    if (leads.startsWith('/')) end = '/';
  }
  return { links, end };
}

/** Undefined if there is none. */
export function linkAt(path: string): string | undefined {
  const place = systemPath(path);
  return ifThere(path, () => {
    try {
      // Most are none, and an error that is thrown costs more than a look.
      const found = lstatSync(place, { throwIfNoEntry: false });
      return found?.isSymbolicLink() === true ? readlinkSync(place, 'latin1') : undefined;
    } catch (error) {
      // Behind links that lead to each other there is none.
      if (codeOf(error) === 'ELOOP') return undefined;
      throw error;
    }
  });
}
