import { visible } from '@toolthread/core/text';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { isDrawable } from './byte-part.ts';
import type { BytePart } from './byte-part.ts';
import { FileChip } from './file-chip.tsx';
import { useOwnAddress } from './use-own-address.ts';
import { useLanguage } from '../labels/use-language.ts';

/** An image whose bytes are ours; any other is a file with a name. */
export function ImagePart({ part }: { readonly part: BytePart }): ReactNode {
  const [broken, setBroken] = useState(false);
  if (!isDrawable(part) || broken) return <FileChip part={part} />;
  return <DrawnImage part={part} onBroken={() => setBroken(true)} />;
}

function DrawnImage({ part, onBroken }: { readonly part: BytePart; readonly onBroken: () => void }): ReactNode {
  const own = useOwnAddress(part);
  const { say } = useLanguage();
  if (own.is === 'none') return <FileChip part={part} />;
  const name = visible(part.name ?? say('image'));
  return (
    <figure className="tt-image">
      <img src={own.is === 'known' ? own.address : undefined} alt={name} onError={onBroken} />
      {part.name !== undefined && <figcaption>{name}</figcaption>}
    </figure>
  );
}
