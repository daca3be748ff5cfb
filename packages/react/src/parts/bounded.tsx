import type { ReactNode } from 'react';
import { PartBoundary } from './part-boundary.tsx';

/** `bounded(props.text, <TerminalRows {...props} />)`: the part; or, in its place, that it cannot be drawn. It is tried again when what it is about is another. */
export function bounded(about: unknown, part: ReactNode): ReactNode {
  return <PartBoundary about={about}>{part}</PartBoundary>;
}
