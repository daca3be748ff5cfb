import { fieldsOf, textOf } from '@toolthread/core/json';
import { visible } from '@toolthread/core/text';
import { useEffect, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import type { PagePhrase } from '../labels/page-phrase.ts';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { PageDialog } from '../page/page-dialog.tsx';
import { pathOf } from '../page/use-route.ts';
import type { Role } from '@toolthread/server/answers';
import { askPeople, askAccounts, askThreadPeople, type ThreadPeople, type Told } from './ask-people.ts';

export interface ShareDialogProps {
  readonly thread: string;
  readonly known: ThreadPeople;
  readonly isOwner: boolean;
  readonly onClose: () => void;
}

/** What can be given. The compiler asks for every role. */
const GIVEN: { readonly [role in Exclude<Role, 'owner'>]: PagePhrase } = {
  read: 'Can read',
  write: 'Can write',
  approve: 'Can approve',
};
const WORDS: { readonly [role in Role]: PagePhrase } = { ...GIVEN, owner: 'Owner' };

/** With whom the thread is shared: people and roles, and links that only read. */
export function ShareDialog({ thread, known, isOwner, onClose }: ShareDialogProps): ReactNode {
  const { say, locale } = usePageLanguage();
  const [people, setPeople] = useState(known);
  const [accounts, setAccounts] = useState<readonly string[]>([]);
  const [name, setName] = useState('');
  const [role, setRole] = useState('read');
  const [link, setLink] = useState<string>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (isOwner) void askAccounts().then(setAccounts);
  }, [isOwner]);
  const path = `/api/threads/${thread}`;
  const act = async (work: Promise<Told<unknown>>): Promise<unknown> => {
    setProblem(undefined);
    const told = await work;
    if (!told.ok) setProblem(told.problem);
    const now = await askThreadPeople(thread);
    if (now.ok) setPeople(now.value);
    return told.ok ? told.value : undefined;
  };
  const give = (to: string, given: string): Promise<unknown> =>
    act(askPeople('PUT', `${path}/people/${encodeURIComponent(to)}`, { role: given }));
  const share = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if ((await give(name.trim(), role)) !== undefined) setName('');
  };
  const makeLink = async (): Promise<void> => {
    const secret = textOf(fieldsOf(await act(askPeople('POST', `${path}/links`, {})))['secret']);
    if (secret !== undefined) setLink(`${location.origin}${pathOf(thread)}#link=${secret}`);
  };
  const shared = new Set(people.people.map(({ name: has }) => has));
  return (
    <PageDialog title={isOwner ? say('Share this thread') : say('People in this thread')} onClose={onClose}>
      <ul className="share-list">
        {people.people.map(({ name: has, role: its }) => (
          <li key={has}>
            <span>{visible(has)}</span>
            {isOwner && its !== 'owner' ? (
              <>
                <select
                  aria-label={say('What {name} may do', { name: visible(has) })}
                  value={its}
                  onChange={(event) => void give(has, event.target.value)}
                >
                  {Object.entries(GIVEN).map(([each, words]) => (
                    <option key={each} value={each}>
                      {say(words)}
                    </option>
                  ))}
                </select>
                <button
                  type="button"
                  className="quiet"
                  aria-label={say('Remove access of {name}', { name: visible(has) })}
                  onClick={() => void act(askPeople('DELETE', `${path}/people/${encodeURIComponent(has)}`))}
                >
                  {say('Remove')}
                </button>
              </>
            ) : (
              <span className="share-role">{say(WORDS[its])}</span>
            )}
          </li>
        ))}
      </ul>
      {isOwner && (
        <>
          <form className="share-add" onSubmit={(event) => void share(event)}>
            <input
              aria-label={say('Name')}
              placeholder={say('Name')}
              list="share-names"
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <datalist id="share-names">
              {accounts
                .filter((each) => !shared.has(each))
                .map((each) => (
                  <option key={each} value={each} />
                ))}
            </datalist>
            <select aria-label={say('Role')} value={role} onChange={(event) => setRole(event.target.value)}>
              {Object.entries(GIVEN).map(([each, words]) => (
                <option key={each} value={each}>
                  {say(words)}
                </option>
              ))}
            </select>
            <button type="submit" className="tt-button" disabled={name.trim() === ''}>
              {say('Share')}
            </button>
          </form>
          <h3>{say('Links')}</h3>
          <p>{say('Anyone with a link can read this thread until you revoke the link.')}</p>
          {link !== undefined && (
            <p className="share-link">
              <input readOnly aria-label={say('New link')} value={link} onFocus={(event) => event.target.select()} />
              <small>{say('It is shown only once.')}</small>
            </p>
          )}
          <ul className="share-list">
            {people.links.map(({ id, at }) => (
              <li key={id}>
                <span>{say('Created {date}', { date: new Date(at).toLocaleString(locale) })}</span>
                <button
                  type="button"
                  className="quiet"
                  onClick={() => {
                    setLink(undefined);
                    void act(askPeople('DELETE', `${path}/links/${id}`));
                  }}
                >
                  {say('Revoke')}
                </button>
              </li>
            ))}
          </ul>
          <button type="button" className="tt-button" onClick={() => void makeLink()}>
            {say('Create a link')}
          </button>
        </>
      )}
      {problem !== undefined && (
        <p className="problem" role="alert">
          {say('Not done: {problem}', { problem: visible(problem) })}
        </p>
      )}
    </PageDialog>
  );
}
