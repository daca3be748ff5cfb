import type { FunctionComponent, ReactNode } from 'react';
import { PartBoundary } from './part-boundary.tsx';

/** `bounded(TerminalRows, ({ text }) => text)`: the part, which says in its own place that it cannot be drawn, and is tried again when what it is about is another. */
export function bounded<Props extends object>(
  Part: FunctionComponent<Props>,
  about: (props: Props) => unknown,
): (props: Props) => ReactNode {
  return function Bounded(props) {
    return (
      <PartBoundary about={about(props)}>
        <Part {...props} />
      </PartBoundary>
    );
  };
}
