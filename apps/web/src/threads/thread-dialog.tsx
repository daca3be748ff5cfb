import { deleteThread, placeThread, renameThread } from '@toolthread/client';
import type { Result, ThreadSummary } from '@toolthread/client';
import { isUnderWay, threadCondition } from '@toolthread/core/summary';
import { visible } from '@toolthread/core/text';
import { useEffect, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { PageDialog } from '../page/page-dialog.tsx';
import { askThreadPeople } from '../people/ask-people.ts';
import { can, type Act, type Standing } from '../people/standing.ts';
import { server } from '../page/server.ts';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { sessionOf } from '@toolthread/server/answers';
import { binDay } from './bin-day.ts';
import { stopFirst } from './stop-first.ts';

export interface ThreadDialogProps {
  readonly thread: ThreadSummary;
  /** Who looks at this page, where threads have owners. */
  readonly you: string | undefined;
  /** `gone`: it is not in the list any more where it was. */
  readonly onDone: (what: 'changed' | 'gone') => void;
  readonly onClose: () => void;
}

/** All that can be done with a thread of the list, by whoever looks at it. */
export function ThreadDialog({ thread, you, onDone, onClose }: ThreadDialogProps): ReactNode {
  const language = usePageLanguage();
  const { say } = language;
  const { id, title = '', pinned = false, place = 'list' } = thread;
  const [name, setName] = useState(title);
  const [asks, setAsks] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [standing, setStanding] = useState<Standing>();
  useEffect(() => {
    if (you === undefined) return;
    void askThreadPeople(id).then((told) => (told.ok ? setStanding(told.value.standing) : setProblem(told.problem)));
  }, [id, you]);
  const isKnown = you === undefined || standing !== undefined;
  const mayHere = (what: Act): boolean => isKnown && can(you, standing, what);
  const act = async (work: Promise<Result<unknown>>, what: 'changed' | 'gone'): Promise<void> => {
    setProblem(undefined);
    const done = await work;
    if (done.ok) onDone(what);
    else setProblem(done.error.message);
  };
  const rename = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '') void act(renameThread(server, id, name.trim()), 'changed');
  };
  const put = (where: 'list' | 'archive'): void => void act(placeThread(server, id, { place: where }), 'gone');
  const isSession = sessionOf(id) !== undefined;
  const isGone = isSession || place === 'bin';
  // The server deletes nothing under a run: it is stopped first, and that is asked with it.
  const isAtWork = !isSession && isUnderWay(threadCondition(thread, Date.now()));
  const remove = (): Promise<Result<unknown>> =>
    isGone ? deleteThread(server, id) : placeThread(server, id, { place: 'bin' });
  return (
    <PageDialog title={visible(title === '' ? say('New thread') : title)} onClose={onClose}>
      {mayHere('write') && (
        <form className="thread-name" onSubmit={rename}>
          <label>
            {say('Title')}
            {/* Where owners are, it comes only after the dialog. */}
            <input
              autoFocus
              value={name}
              maxLength={300}
              onFocus={(event) => event.target.select()}
              onChange={(event) => setName(event.target.value)}
            />
          </label>
          <button type="submit" className="tt-button" disabled={name.trim() === '' || name.trim() === title}>
            {say('Rename')}
          </button>
        </form>
      )}
      {place === 'bin' && <p>{say('It will be deleted permanently on {day}.', { day: binDay(thread, language) })}</p>}
      {isSession && (
        <p>
          {say('A session of another agent. Removing it here does not delete its file, and it can be opened again.')}
        </p>
      )}
      {isKnown && !mayHere('write') && <p>{say('You can read this thread.')}</p>}
      {!mayHere('own') ? null : asks ? (
        <div role="group" aria-label={say('Delete')} className="thread-acts">
          <p>
            {isGone
              ? say('Files that agents made in the folder of this thread are deleted, too. This cannot be undone.')
              : say('It goes to the bin and can be restored within 30 days.')}
            {isAtWork && ` ${say('A run is working here or waits for you: it is stopped first.')}`}
          </p>
          <button
            type="button"
            className="tt-button"
            data-primary
            autoFocus={!isGone}
            onClick={() => void act(isAtWork ? stopFirst(id, remove) : remove(), 'gone')}
          >
            {isAtWork ? say('Stop and delete') : isGone ? say('Delete permanently') : say('Delete')}
          </button>
          <button type="button" className="tt-button" autoFocus={isGone} onClick={() => setAsks(false)}>
            {say('Keep it')}
          </button>
        </div>
      ) : (
        <div className="thread-acts">
          {!isSession && place === 'list' && (
            <>
              <button
                type="button"
                className="tt-button"
                onClick={() => void act(placeThread(server, id, { pinned: !pinned }), 'changed')}
              >
                {pinned ? say('Unpin') : say('Pin')}
              </button>
              <button type="button" className="tt-button" onClick={() => put('archive')}>
                {say('Move to the archive')}
              </button>
            </>
          )}
          {place !== 'list' && (
            <button type="button" className="tt-button" onClick={() => put('list')}>
              {say('Restore')}
            </button>
          )}
          {isSession ? (
            <button type="button" className="tt-button" onClick={() => void act(deleteThread(server, id), 'gone')}>
              {say('Remove from the list')}
            </button>
          ) : (
            <button type="button" className="tt-button" onClick={() => setAsks(true)}>
              {place === 'bin' ? say('Delete permanently…') : say('Delete…')}
            </button>
          )}
        </div>
      )}
      {problem !== undefined && (
        <p className="problem" role="alert">
          {say('Not done: {problem}', { problem: visible(problem) })}
        </p>
      )}
    </PageDialog>
  );
}
