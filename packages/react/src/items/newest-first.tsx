import type { ReactNode } from 'react';
import { latePart } from '../parts/late-part.tsx';
import type { LatePart } from '../parts/late-part.tsx';
import { useStill } from '../thread/use-still.ts';
import { STEP } from './step.ts';

export interface NewestFirstProps {
  readonly length: number;
  readonly draw: (index: number) => ReactNode;
  /** Under this key somebody may be led to one of its entries. */
  readonly list?: string;
}

/** A long list shows its newest entries. The way to the others comes with what draws calls. */
export const NewestFirst: LatePart<NewestFirstProps> = latePart(
  async () => (await import('./long-list.tsx')).LongList,
  (props) => <Newest {...props} />,
);

function Newest({ length, draw }: NewestFirstProps): ReactNode {
  const from = useStill() ? 0 : Math.max(0, length - STEP);
  return Array.from({ length: length - from }, (_, index) => draw(from + index));
}
