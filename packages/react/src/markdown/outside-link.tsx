import { visible } from '@toolthread/core/text';
import type { ReactNode } from 'react';
import { linkTarget } from './link-target.ts';

interface OutsideLinkProps {
  readonly href: string | undefined;
  readonly children: ReactNode;
}

/** Words that lead out of the page on a click; the words alone if the address is not one that may be followed. */
export function OutsideLink({ href, children }: OutsideLinkProps): ReactNode {
  const target = href === undefined ? undefined : linkTarget(href);
  if (target === undefined) return children;
  return (
    <a href={target} title={visible(target)} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}
