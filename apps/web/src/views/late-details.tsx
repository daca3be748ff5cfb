import { useState } from 'react';
import type { ReactNode } from 'react';

interface LateDetailsProps {
  readonly summary: ReactNode;
  readonly open?: boolean;
  readonly marked?: boolean;
  /** Drawn when it is opened for the first time: so thousands of them cost nothing. */
  children(): ReactNode;
}

export function LateDetails({ summary, open = false, marked = false, children }: LateDetailsProps): ReactNode {
  const [wasOpen, setWasOpen] = useState(open);
  return (
    <details
      className="view-fold"
      open={open}
      data-marked={marked ? true : undefined}
      onToggle={({ currentTarget }) => currentTarget.open && setWasOpen(true)}
    >
      <summary>{summary}</summary>
      {wasOpen && children()}
    </details>
  );
}
