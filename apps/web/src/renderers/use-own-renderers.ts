import { useEffect, useState } from 'react';
import { server } from '../page/server.ts';
import type { OwnRenderers } from './load-renderers.ts';

const none: OwnRenderers = {};

/** The renderers of a server that has some; nothing until they are here. */
export function useOwnRenderers(address: string | undefined): OwnRenderers {
  const [own, setOwn] = useState(none);
  useEffect(() => {
    if (address === undefined) return;
    void import('./load-renderers.ts')
      .then(({ loadRenderers }) => loadRenderers(`${server.baseUrl}${address}`))
      .then(setOwn, () => undefined);
  }, [address]);
  return own;
}
