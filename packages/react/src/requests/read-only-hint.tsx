import { visible } from '@toolthread/core/text';
import type { ReactNode } from 'react';
import { useLanguage } from '../labels/use-language.ts';

/** In place of what could be pressed. `names`: whose word is wanted, where that is known. */
export function ReadOnlyHint({ names = [] }: { readonly names?: readonly string[] | undefined }): ReactNode {
  const { say } = useLanguage();
  return (
    <span className="tt-hint">
      {names.length > 0
        ? say('Waiting for approval by {names}', { names: names.map(visible).join(', ') })
        : say('Waiting for somebody who may answer. You can only read.')}
    </span>
  );
}
