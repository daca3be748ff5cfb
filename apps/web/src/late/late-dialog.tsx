import { latePart } from '@toolthread/react';
import type { LatePart } from '@toolthread/react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { PageDialog } from '../page/page-dialog.tsx';

interface Dialog {
  onClose(): void;
}

/** A dialog that comes late. While the server that has it does not answer, that is said in its place, and it can be asked again. */
export function lateDialog<Props extends Dialog>(load: () => Promise<(props: Props) => ReactNode>): LatePart<Props> {
  const part: LatePart<Props> = latePart(load, ({ onClose }, missed) =>
    missed ? <MissedDialog onClose={onClose} onAgain={() => void part.load().catch(() => undefined)} /> : null,
  );
  return part;
}

function MissedDialog({ onClose, onAgain }: Dialog & { readonly onAgain: () => void }): ReactNode {
  const { say } = usePageLanguage();
  return (
    <PageDialog title={say('The server does not answer. Nothing is lost; trying again…')} onClose={onClose}>
      <button type="button" className="quiet" onClick={onAgain}>
        {say('Try again')}
      </button>
    </PageDialog>
  );
}
