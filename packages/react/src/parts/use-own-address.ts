import { useEffect, useMemo, useState } from 'react';
import { useThreadSettings } from '../thread/thread-settings.tsx';
import { ownAddress } from './byte-part.ts';
import type { BytePart } from './byte-part.ts';

export type OwnAddress = { readonly is: 'known'; readonly address: string } | { readonly is: 'awaited' | 'none' };

/** Where the bytes of a part are, without asking another server; drawn again when it is known. */
export function useOwnAddress(part: BytePart): OwnAddress {
  const { blobUrl } = useThreadSettings();
  const found = useMemo(() => ownAddress(part, blobUrl), [part.source, part.media_type, blobUrl]);
  const [loaded, setLoaded] = useState<{ readonly of: typeof found; readonly address: string | undefined }>();
  useEffect(() => {
    if (found === undefined || typeof found === 'string') return undefined;
    let left = false;
    const set = (address: string | undefined): void => {
      if (!left) setLoaded({ of: found, address });
    };
    found.then(set, () => set(undefined));
    return () => {
      left = true;
    };
  }, [found]);
  const address = typeof found === 'string' ? found : loaded?.of === found ? loaded?.address : undefined;
  if (address !== undefined) return { is: 'known', address };
  return { is: found === undefined || loaded?.of === found ? 'none' : 'awaited' };
}
