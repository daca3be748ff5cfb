import { useState } from 'react';
import type { ReactNode } from 'react';
import { useStill } from '../thread/use-still.ts';
import { useLanguage } from '../labels/use-language.ts';

/** A long list shows its newest entries; the earlier ones come by the same number. */
const STEP = 60;

export interface NewestFirstProps {
  readonly length: number;
  readonly draw: (index: number) => ReactNode;
}

/** However many entries there are, so many are mounted: all of them only in a file in which nothing runs. */
export function NewestFirst({ length, draw }: NewestFirstProps): ReactNode {
  const { say } = useLanguage();
  const [shown, setShown] = useState(STEP);
  const hidden = useStill() ? 0 : Math.max(0, length - shown);
  return (
    <>
      {hidden > 0 && (
        <button type="button" className="tt-link-button tt-earlier" onClick={() => setShown(shown + STEP)}>
          {say('Show {n} of {all} earlier entries', { n: Math.min(STEP, hidden), all: hidden })}
        </button>
      )}
      {Array.from({ length: length - hidden }, (_, index) => draw(hidden + index))}
    </>
  );
}
