import { formatSize, visible } from '@toolthread/core/text';
import type { ReactNode } from 'react';
import { linkTarget } from '../markdown/link-target.ts';
import { OutsideLink } from '../markdown/outside-link.tsx';
import { useStill } from '../thread/use-still.ts';
import { useThreadSettings } from '../thread/thread-settings.tsx';
import { byteSize, ownAddress } from './byte-part.ts';
import type { BytePart } from './byte-part.ts';
import { useInteractive } from '../text/use-interactive.ts';
import { latePart } from './late-part.tsx';
import { useLanguage } from '../labels/use-language.ts';

// Nobody can press it before it is here.
const SaveButton = latePart(async () => (await import('./save-button.tsx')).SaveButton);

/** A file's name, kind and size; saved or opened by a click only. */
export function FileChip({ part }: { readonly part: BytePart }): ReactNode {
  const { blobUrl } = useThreadSettings();
  const language = useLanguage();
  const interactive = useInteractive();
  const name = visible(part.name ?? language.say(part.type));
  const size = byteSize(part);
  const { source } = part;
  // A page fetches a stored file when somebody asks for it; what is written to be kept holds it.
  const inHere = useStill() || source.kind === 'base64' ? ownAddress(part, blobUrl) : undefined;
  const foreign = source.kind === 'url' ? linkTarget(source.url) : undefined;
  return (
    <span className="tt-file">
      <span className="tt-file-name">{name}</span>
      <span className="tt-file-kind">
        {[visible(part.media_type), size && formatSize(size, language)].filter(Boolean).join(' · ')}
      </span>
      {typeof inHere === 'string' && (
        <a href={inHere} download={part.name ?? true}>
          {language.say('Save')}
        </a>
      )}
      {source.kind === 'blob' && blobUrl !== undefined && interactive && (
        <SaveButton name={part.name} address={async () => blobUrl(source.hash, part.media_type)} />
      )}
      {foreign !== undefined && <OutsideLink href={foreign}>{language.say('Open')}</OutsideLink>}
    </span>
  );
}
