import { visible } from '@toolthread/core/text';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { PageDialog } from '../page/page-dialog.tsx';
import { askPeople, askSignIns, type SignIn } from './ask-people.ts';

/** Where somebody is signed in; each can be ended. */
export function SignInsDialog({ you, onClose }: { readonly you: string; readonly onClose: () => void }): ReactNode {
  const { say, locale } = usePageLanguage();
  const [signIns, setSignIns] = useState<readonly SignIn[]>([]);
  const [problem, setProblem] = useState<string>();
  const look = async (): Promise<void> => {
    const told = await askSignIns();
    if (told.ok) setSignIns(told.value);
    else setProblem(told.problem);
  };
  useEffect(() => void look(), []);
  const end = async (id: string): Promise<void> => {
    const told = await askPeople('DELETE', `/api/sign-ins/${id}`);
    if (!told.ok) setProblem(told.problem);
    else if (id === 'this') location.reload();
    else await look();
  };
  return (
    <PageDialog title={say('Signed in as {name}', { name: visible(you) })} onClose={onClose}>
      <ul className="share-list">
        {signIns.map(({ id, at, browser, here }) => (
          <li key={id}>
            <span title={visible(browser)}>{here ? say('This browser') : visible(shortName(browser))}</span>
            <span className="share-role">{new Date(at).toLocaleString(locale)}</span>
            <button type="button" className="quiet" onClick={() => void end(here ? 'this' : id)}>
              {here ? say('Sign out') : say('End')}
            </button>
          </li>
        ))}
      </ul>
      {problem !== undefined && (
        <p className="problem" role="alert">
          {say('Not done: {problem}', { problem: visible(problem) })}
        </p>
      )}
    </PageDialog>
  );
}

/** The browser in what it says of itself: its last word that is a name with a version, or the first of it. */
function shortName(browser: string): string {
  const [name] = /(?:Firefox|Edg|OPR|Chrome|Safari)\/\d\d*/.exec(browser) ?? [];
  return name ?? browser.slice(0, 40);
}
