import { readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { systemPath } from './byte-path.ts';

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

/** `followLinks(path)`: step by step, as the system does. All are byte paths. */
export function followLinks(path: string): Followed {
  const links: Link[] = [];
  const todo = path.split('/');
  let end = '/';
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

/** Undefined where there is none. */
export function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(systemPath(path), 'latin1');
  } catch {
    return undefined;
  }
}
