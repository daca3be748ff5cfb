import type { ReactNode } from 'react';

/** What went wrong, read out at once. Nothing if nothing did. */
export function ProblemNote({ problem }: { readonly problem: string | undefined }): ReactNode {
  if (problem === undefined) return null;
  return (
    <p className="tt-problem" role="alert">
      {problem}
    </p>
  );
}
