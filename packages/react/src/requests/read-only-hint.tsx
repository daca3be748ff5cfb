import { visible } from '@toolthread/core/text';
import type { ReactNode } from 'react';
import { useLanguage } from '../labels/use-language.ts';
import { useThreadSettings } from '../thread/thread-settings.tsx';

/** In place of what could be pressed. `names`: whose word is wanted, where that is known; none if nobody in the thread may approve. */
export function ReadOnlyHint({ names }: { readonly names?: readonly string[] | undefined }): ReactNode {
  const { say } = useLanguage();
  const { askedElsewhere } = useThreadSettings();
  return <span className="tt-hint">{words()}</span>;

  function words(): string {
    if (askedElsewhere === true) return say('Waiting for an answer in the other program.');
    if (names === undefined) return say('Waiting for somebody who may answer. You can only read.');
    if (names.length === 0)
      return say('Nobody in this thread may approve. The operator of the server can, or can give somebody that role.');
    return say('Waiting for approval by {names}', { names: names.map(visible).join(', ') });
  }
}
