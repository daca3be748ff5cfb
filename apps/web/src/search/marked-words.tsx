import { visible } from '@toolthread/core/text';
import type { ReactNode } from 'react';
import type { FoundPlace } from '@toolthread/server/answers';

/** The words around, with those that were looked for marked. */
export function MarkedWords({ around, marks }: Pick<FoundPlace, 'around' | 'marks'>): ReactNode {
  const pieces: ReactNode[] = [];
  let from = 0;
  for (const [start, end] of marks) {
    pieces.push(visible(around.slice(from, start)), <mark key={start}>{visible(around.slice(start, end))}</mark>);
    from = end;
  }
  return (
    <>
      {pieces}
      {visible(around.slice(from))}
    </>
  );
}
