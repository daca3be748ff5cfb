import { resolve } from 'node:path';
import type { RunLimits } from '@toolthread/store';

/** What one of several servers on a database is told of itself and of the others. */
export interface GivenNode {
  /** Undefined: the one that its data folder keeps. */
  readonly name: string | undefined;
  readonly limits: RunLimits;
  /** Storage that all nodes have at the same path. */
  readonly sharedWorkspaces: string | undefined;
}

export interface NodeValues {
  readonly node?: string | undefined;
  readonly 'shared-workspaces'?: string | undefined;
  readonly 'runs-in-all'?: string | undefined;
  readonly 'runs-by-person'?: string | undefined;
}

/** `parseNodeOptions(values)` */
export function parseNodeOptions(values: NodeValues): GivenNode | { readonly reason: string } {
  const name = values.node;
  if (name !== undefined && !/^[\w.:-]{1,100}$/.test(name))
    return { reason: `--node needs a name of letters, digits and . : _ -, not "${name}".` };
  const [inAll, byPerson] = [values['runs-in-all'], values['runs-by-person']];
  for (const [option, given] of [
    ['--runs-in-all', inAll],
    ['--runs-by-person', byPerson],
  ] as const)
    if (given !== undefined && !/^[1-9]\d{0,5}$/.test(given))
      return { reason: `${option} needs a number from 1 to 999999, not "${given}".` };
  const shared = values['shared-workspaces'];
  if (shared === '') return { reason: '--shared-workspaces needs a folder.' };
  return {
    name,
    limits: {
      ...(inAll === undefined ? {} : { inAll: Number(inAll) }),
      ...(byPerson === undefined ? {} : { byPerson: Number(byPerson) }),
    },
    sharedWorkspaces: shared === undefined ? undefined : resolve(shared),
  };
}
