import type { ReactNode } from 'react';

export interface FoldProps {
  readonly label: ReactNode;
  readonly className?: string;
  readonly open?: boolean;
  readonly children: ReactNode;
}

/** A row that opens without a script. */
export function Fold({ label, className = '', open = false, children }: FoldProps): ReactNode {
  return (
    <details className={`${className} tt-fold`} open={open}>
      <summary>{label}</summary>
      <div className="tt-collapsible-body">{children}</div>
    </details>
  );
}
