import { formatSize } from '@toolthread/core';
import type { ReactNode } from 'react';
import { linkTarget } from '../markdown/link-policy.ts';
import { visibleText } from '../text/hidden-characters.ts';
import { useThreadSettings } from '../thread/thread-settings.tsx';
import { byteSize, ownAddress } from './byte-source.ts';
import type { BytePart } from './byte-source.ts';

/** A file's name, kind and size; saved or opened by a click only. */
export function FileChip({ part }: { readonly part: BytePart }): ReactNode {
  const { blobUrl } = useThreadSettings();
  const name = visibleText(part.name ?? part.type);
  const size = byteSize(part);
  const own = ownAddress(part, blobUrl);
  const foreign = part.source.kind === 'url' ? linkTarget(part.source.url) : undefined;
  return (
    <span className="tt-file">
      <span className="tt-file-name">{name}</span>
      <span className="tt-file-kind">
        {[visibleText(part.media_type), size && formatSize(size)].filter(Boolean).join(' · ')}
      </span>
      {own !== undefined && (
        <a href={own} download={part.name ?? true}>
          Save
        </a>
      )}
      {foreign !== undefined && (
        <a href={foreign} title={visibleText(foreign)} target="_blank" rel="noreferrer noopener">
          Open
        </a>
      )}
    </span>
  );
}
