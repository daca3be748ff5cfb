import type { ContentPart } from '@toolthread/core';
import type { ReactNode } from 'react';
import { OutsideLink } from '../markdown/outside-link.tsx';
import { LongText } from '../text/long-text.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { FileChip } from './file-chip.tsx';
import { callParts } from '../calls/load-calls.ts';
import type { BytePart } from './byte-part.ts';

/** Ordered pieces of a message or a result. */
export function ContentParts({ parts }: { readonly parts: readonly ContentPart[] }): ReactNode {
  return parts.map((part, index) => <Part key={index} part={part} />);
}

function Part({ part }: { readonly part: ContentPart }): ReactNode {
  switch (part.type) {
    case 'text':
      return (
        <p className="tt-plain">
          <LongText text={part.text} />
        </p>
      );
    case 'image':
      return <Image part={part} />;
    case 'file':
      return <FileChip part={part} />;
    case 'reference':
      return (
        <span className="tt-file">
          <OutsideLink href={part.uri}>
            <VisibleText text={part.name} />
          </OutsideLink>
        </span>
      );
    default:
      return part satisfies never;
  }
}

/** Until what draws it is here, an image is a file with a name. */
function Image({ part }: { readonly part: BytePart }): ReactNode {
  const late = callParts.use();
  return late === undefined || late === 'failed' ? <FileChip part={part} /> : <late.ImagePart part={part} />;
}
