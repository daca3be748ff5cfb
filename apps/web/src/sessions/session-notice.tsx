import { forkThread } from '@toolthread/client';
import type { ThreadState, Timeline } from '@toolthread/core';
import type { SourceFile } from '@toolthread/core/events';
import { titleFrom, visible } from '@toolthread/core/text';
import { CopyButton } from '@toolthread/react';
import { agentName } from '@toolthread/transcripts/agents';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { Info } from '../page/info.ts';
import { server } from '../page/server.ts';
import { goTo } from '../page/use-route.ts';
import type { PagePhrase } from '../labels/page-phrase.ts';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { resumeCommand } from './resume-command.ts';
import { isGiven } from '@toolthread/server/answers';
import type { AgentChoice } from '@toolthread/server/answers';
import { ChoiceForm } from '../settings/choice-form.tsx';
import { chooseFirst } from '../thread/post-first.ts';
import { sessionDates } from './session-dates.ts';
import { withOpenCalls } from './with-open-calls.ts';
import { useAtWork } from './use-at-work.ts';

export interface SessionNoticeProps {
  readonly state: Pick<ThreadState, 'id' | 'title' | 'source' | 'lostFile' | 'seen' | 'at'>;
  readonly info: Pick<Info, 'agent' | 'may'>;
  readonly reachable: boolean;
  /** Told how items are changed to be shown, while its agent may go on. */
  readonly onItems?: (change: () => ShownItems | undefined) => void;
}

export type ShownItems = (items: Timeline['items']) => Timeline['items'];

/** Whoever has recorded nothing for so long has left. */
const DAY_MS = 86_400_000;

/** In place of the composer: whose session this is, and how to go on with it, here and there. */
export function SessionNotice({ state, info, reachable, onItems }: SessionNoticeProps): ReactNode {
  const isAtWork = useAtWork(state.at);
  const { say, locale } = usePageLanguage();
  const dates = sessionDates(state, locale);
  const agent = agentName(state.source?.format ?? 'Toolthread');
  const [problem, setProblem] = useState<string>();
  const [isForking, setIsForking] = useState(false);
  const [isChoosing, setIsChoosing] = useState(false);
  const [choice, setChoice] = useState<AgentChoice>();
  const { id, title, source, lostFile } = state;
  const mayGoOn = lostFile === undefined && !isGiven(id) && Date.now() - state.at < DAY_MS;
  useEffect(
    () => onItems?.(() => (mayGoOn ? (items) => withOpenCalls(items, isAtWork) : undefined)),
    [mayGoOn, isAtWork],
  );
  // Its own agent would not find what is shown here.
  const command = lostFile === undefined ? source && resumeCommand(source.format, source.session) : undefined;
  const fork = async (): Promise<void> => {
    setIsForking(true);
    setProblem(undefined);
    const named = title === undefined ? undefined : titleFrom(say('Continued: {title}', { title }));
    const name = named === undefined ? {} : { title: named };
    const forked = await forkThread(server, id, name);
    const refused = forked.ok ? await chooseFirst(forked.value.id, choice) : forked.error.message;
    if (forked.ok && refused === undefined) return goTo(forked.value.id, 'to write');
    setIsForking(false);
    setProblem(refused);
  };
  return (
    <footer className="tt-composer session-notice">
      <p role="note">
        {say(noteOf(id, lostFile), {
          agent,
          time: lostFile === undefined ? '' : noticed(lostFile, locale),
        })}
        {dates !== undefined && <span className="session-dates"> {dates}</span>}
      </p>
      {info.may === 'all' && (
        <p className="session-continue">
          <button
            type="button"
            className="tt-button"
            data-primary
            aria-disabled={isForking || !reachable}
            aria-describedby="session-continue-words"
            onClick={() => !isForking && reachable && void fork()}
          >
            {say('Continue here')}
          </button>
          <span id="session-continue-words">
            {choice === undefined
              ? say(
                  'In a new thread with this history: {agent} answers, in the workspace of this server. The session’s file is not changed.',
                  { agent: visible(info.agent) },
                )
              : say('In a new thread with this history, as you chose. The session’s file is not changed.')}{' '}
            <button type="button" className="tt-link-button" aria-haspopup="dialog" onClick={() => setIsChoosing(true)}>
              {say('Choose who answers')}
            </button>
          </span>
        </p>
      )}
      {isChoosing && (
        <ChoiceForm
          note={say('Holds for the thread that “Continue here” begins.')}
          choice={choice ?? {}}
          save={(chosen) => {
            setChoice(chosen);
            return Promise.resolve(undefined);
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
      {problem !== undefined && (
        <p className="problem" role="alert">
          {say('Not continued: {problem}', { problem: visible(problem) })}
        </p>
      )}
      {command !== undefined && (
        <p className="session-command">
          <span>{say('To continue it in {agent}, run this in its folder:', { agent })}</span> <code>{command}</code>{' '}
          <CopyButton text={command} label={say('Copy')} />
        </p>
      )}
    </footer>
  );
}

function noteOf(thread: string, lostFile: SourceFile | undefined): PagePhrase {
  if (isGiven(thread)) return 'A copy of a session of {agent}, as its file was when it was opened: read only here.';
  if (lostFile === undefined) return 'A session of {agent}: read only here, and up to date while its file grows.';
  return lostFile.is === 'gone'
    ? 'A session of {agent}. Its file is gone (noticed {time}). What was read of it is kept here, read only.'
    : 'A session of {agent}. Its file was cut or rewritten (noticed {time}). What was read before is kept here, read only.';
}

function noticed({ noticed_at: at }: SourceFile, locale: string | undefined): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}
