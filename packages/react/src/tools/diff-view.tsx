import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { LongText } from '../text/long-text.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { useStill } from '../thread/use-still.ts';
import { diffRows } from './diff-rows.ts';
import type { DiffRow } from './diff-rows.ts';

export interface DiffViewProps {
  /** What stands above it: the file, and what became of it. */
  readonly caption: string | undefined;
  /** A unified patch of one file. */
  readonly patch: string;
}

/** Rows shown at first, and by each click. */
const SHOWN = 40;
const STEP = 500;

/** `<DiffView caption="lint.ts" patch={'@@ -1 +1 @@\n-a\n+b'} />` */
export function DiffView({ caption, patch }: DiffViewProps): ReactNode {
  const [most, setMost] = useState(SHOWN);
  const still = useStill();
  const { rows: shown, left } = useMemo(() => diffRows(patch, still ? Infinity : most), [patch, most, still]);
  return (
    <figure className="tt-diff">
      {caption !== undefined && (
        <figcaption>
          <VisibleText text={caption} />
        </figcaption>
      )}
      {shown.length > 0 && (
        <pre tabIndex={0}>
          {shown.map((row, index) => (
            <Row key={index} row={row} />
          ))}
        </pre>
      )}
      {left > 0 && (
        <button type="button" className="tt-link-button" onClick={() => setMost(most + STEP)}>
          {left > STEP ? `Show ${STEP} of ${left} more lines` : `Show all ${shown.length + left} lines`}
        </button>
      )}
    </figure>
  );
}

const signs = { same: ' ', added: '+', removed: '-', hunk: '' } as const;

function Row({ row }: { readonly row: DiffRow }): ReactNode {
  return (
    <span className="tt-diff-row" data-kind={row.kind}>
      <span className="tt-diff-number" aria-hidden="true">
        {row.after ?? row.before ?? ''}
      </span>
      {signs[row.kind]}
      {row.kind !== 'hunk' && ' '}
      <LongText text={row.text} />
      {'\n'}
    </span>
  );
}
