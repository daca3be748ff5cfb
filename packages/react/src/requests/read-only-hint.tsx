import type { ReactNode } from 'react';
import { useLanguage } from '../labels/use-language.ts';

/** In place of what could be pressed. */
export function ReadOnlyHint(): ReactNode {
  const { say } = useLanguage();
  return <span className="tt-hint">{say('This waits for somebody who may answer it. You can read only.')}</span>;
}
