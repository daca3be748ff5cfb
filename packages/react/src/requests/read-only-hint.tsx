import type { ReactNode } from 'react';

/** In place of what could be pressed. */
export function ReadOnlyHint(): ReactNode {
  return <span className="tt-hint">This waits for somebody who may answer it. You can read only.</span>;
}
