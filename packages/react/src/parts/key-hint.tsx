import type { ReactNode } from 'react';

/**
 * The key that does the same as the button it is on.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<KeyHint>y</KeyHint>).includes('y'); //=> true
 */
export function KeyHint({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <kbd className="tt-key" aria-hidden="true">
      {children}
    </kbd>
  );
}
