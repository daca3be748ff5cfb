import { useState } from 'react';
import type { ReactNode } from 'react';
import { visibleText } from '../text/hidden-characters.ts';
import { useThreadSettings } from '../thread/thread-settings.tsx';
import { isDrawable, ownAddress } from './byte-source.ts';
import type { BytePart } from './byte-source.ts';
import { FileChip } from './file-chip.tsx';

/** An image whose bytes are ours; any other is a file with a name. */
export function ImagePart({ part }: { readonly part: BytePart }): ReactNode {
  const { blobUrl } = useThreadSettings();
  const [broken, setBroken] = useState(false);
  const address = isDrawable(part) ? ownAddress(part, blobUrl) : undefined;
  if (address === undefined || broken) return <FileChip part={part} />;
  const name = visibleText(part.name ?? 'image');
  return (
    <figure className="tt-image">
      <img src={address} alt={name} onError={() => setBroken(true)} />
      {part.name !== undefined && <figcaption>{name}</figcaption>}
    </figure>
  );
}
