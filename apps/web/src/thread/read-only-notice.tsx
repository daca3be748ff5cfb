import type { ReactNode } from 'react';

/** In place of the composer. */
export function ReadOnlyNotice(): ReactNode {
  return (
    <footer className="tt-composer">
      <p className="waits-its-turn" role="note">
        You can read only: this page was opened with a token that may not write.
      </p>
    </footer>
  );
}
