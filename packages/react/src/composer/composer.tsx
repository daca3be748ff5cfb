import { useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, ReactNode, RefObject } from 'react';
import { KeyHint } from '../parts/key-hint.tsx';
import { bounded } from '../parts/bounded.tsx';
import { isComposing } from '../text/is-composing.ts';
import { useInteractive } from '../text/use-interactive.ts';
import type { ActionOutcome } from '../thread/actions/thread-actions.ts';
import { useAction } from '../thread/actions/use-action.ts';
import { latePart } from '../parts/late-part.tsx';
import { isTouch } from '../text/is-touch.ts';
import type { AttachLimits } from './attachable.ts';
import { useHistory } from './use-history.ts';
import { mentionsIn, suggestionsFor, withName } from './mentions-in.ts';
import { useDraft } from './use-draft.ts';
import { useSendLine } from './use-send-line.ts';
import type { Sent } from './use-send-line.ts';
import { useLanguage } from '../labels/use-language.ts';

/** A message as it was written, whom it names (`['@coder']`), and the files that go with it. */
type Post = (text: string, mentions: readonly string[], attachments: readonly File[]) => ActionOutcome;

/** What can be done with a message, and what is known of the thread meanwhile. Only `onSend` is needed. */
export interface ComposerProps {
  /** Under its id what is not sent yet is kept, over a reload too. */
  readonly thread?: string | undefined;
  /** The field, for those who bring the keyboard there. */
  readonly input?: RefObject<HTMLTextAreaElement | null>;
  /** Somebody works: what is sent now steers. */
  readonly working?: boolean;
  /** It goes on only when somebody has answered a card: the field says so. */
  readonly waiting?: boolean;
  readonly stopping?: boolean;
  /** The server answers: what was not sent while it did not can be sent now. */
  readonly reachable?: boolean;
  /** Who can be named. */
  readonly members?: readonly string[];
  /** How much may go with a message: pictures and files are chosen, dropped or pasted. Absent: none can. */
  readonly attach?: AttachLimits;
  /** Files that somebody may mean who has written `@` and a few letters: their paths, the likeliest first. Absent: none are offered. */
  readonly files?: (words: string) => Promise<readonly string[]>;
  /** What was said before, the newest first: ↑ in an empty message brings it back. Absent, or empty: ↑ is the way into the thread. */
  readonly history?: () => readonly string[];
  /** What went wrong, as a message; undefined when the message is kept. */
  readonly onSend: Post;
  /** The same for a message that waits for the end of the run. Absent: none can. */
  readonly onQueue?: Post;
  /** Absent: there is no button to stop. */
  readonly onStop?: () => void;
  /** The way from an empty message into the thread. */
  readonly onLeave?: () => void;
  /** What is right above the message. */
  readonly children?: ReactNode;
}

/**
 * Where a message is written. It is kept until it is sent. What was not sent is shown with the reason.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<Composer onSend={async () => undefined} />).includes('Write a message…'); //=> true
 */
export function Composer(props: ComposerProps): ReactNode {
  return bounded(props, <ComposerForm key={props.thread ?? ''} {...props} />);
}

const nobody: readonly string[] = [];

// Most messages have no files, and name nobody.
const Addressees = latePart(async () => (await import('./addressees.tsx')).Addressees);
const FileNames = latePart(async () => (await import('./file-names.tsx')).FileNames);
const Attachments = latePart(async () => (await import('./attachments.tsx')).Attachments);

function ComposerForm(props: ComposerProps): ReactNode {
  const { thread, working = false, waiting = false, stopping = false, reachable = true, members = nobody } = props;
  const { onSend, onQueue, onStop, onLeave, children, attach, history, files: findFiles } = props;
  const { say } = useLanguage();
  const own = useRef<HTMLTextAreaElement>(null);
  const input = props.input ?? own;
  const draft = useDraft(thread);
  const action = useAction(reachable);
  const { busy, problem, dismiss } = action;
  const alt = useInteractive() && isApple() ? '⌥' : 'Alt ';
  const [files, setFiles] = useState<readonly File[]>([]);
  const [leftOut, setLeftOut] = useState<string>();
  const recall = useHistory(draft, history);
  const [isHeld, setIsHeld] = useState(false);
  const line = useSendLine(
    action,
    (sent) => {
      draft.sent(sent.text);
      // What was added since stays.
      setFiles((now) => now.filter((file) => !sent.files.includes(file)));
      setLeftOut(undefined);
      // A thread that begins with them is on another page by now.
      if (sent.files.length > 0) void import('./kept-files.ts').then((kept) => kept.forgetFiles(thread, sent.files));
    },
    (refused) => draft.refused(refused.map(({ text }) => text)),
  );
  const unsent = (): Pick<Sent, 'text' | 'files'> => ({
    text: line.restOf(draft.text),
    files: files.filter((file) => !line.isSending(file)),
  });
  const empty = isEmpty(unsent());
  const suggestions = suggestionsFor(draft.text, members);
  const choose = (name: string): void => {
    draft.write(withName(draft.text, name));
    input.current?.focus();
  };
  const send = (post: Post): void => {
    const now = unsent();
    if (isEmpty(now)) return;
    // Before its first message there is no thread to send another one to.
    const isEarly = busy && thread === undefined;
    setIsHeld(isEarly);
    if (!isEarly) {
      line.send({ ...now, post: () => post(now.text, mentionsIn(now.text, members), now.files) });
    }
  };
  /** A button that was pressed is disabled next, and would keep the focus from the message. */
  const press = (post: Post): void => {
    input.current?.focus();
    send(post);
  };
  const stop = ({ detail }: MouseEvent): void => {
    // The button goes with the run. By a finger, the message would bring up a keyboard that nobody asked for.
    if (detail === 0 || !isTouch()) input.current?.focus();
    onStop?.();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent)) return;
    if (recall(event)) return event.preventDefault();
    if (event.key === 'ArrowUp' && draft.text === '') onLeave?.();
    const [first] = suggestions;
    if (event.key === 'Tab' && !event.shiftKey && first !== undefined) {
      event.preventDefault();
      choose(first);
      return;
    }
    // On a phone Enter makes a line, and the button sends.
    if (event.key !== 'Enter' || event.shiftKey || (isTouch() && !event.ctrlKey && !event.metaKey)) return;
    event.preventDefault();
    send(event.altKey && working && onQueue !== undefined ? onQueue : onSend);
  };
  return (
    <footer className="tt-root tt-composer">
      {children}
      {problem !== undefined && (
        <p className="tt-composer-problem" role="alert">
          {say('Not sent: {problem}', { problem })}{' '}
          {!empty && (
            <button type="button" className="tt-button" onClick={() => press(onSend)}>
              {say('Try again')}
            </button>
          )}
        </p>
      )}
      {isHeld && busy && (
        <p className="tt-composer-names" role="status">
          {say('Not sent yet: the first message is on its way.')}
        </p>
      )}
      {waiting && !empty && (
        <p className="tt-composer-names" role="status">
          {say('Send skips what is asked above. Queue waits for it.')}
        </p>
      )}
      {members.length > 0 && (
        <Addressees text={draft.text} members={members} suggestions={suggestions} onChoose={choose} />
      )}
      {findFiles !== undefined && (
        <FileNames
          find={findFiles}
          input={input}
          text={draft.text}
          named={suggestions.length > 0}
          onWrite={draft.write}
        />
      )}
      <div className="tt-composer-box">
        <textarea
          ref={input}
          rows={1}
          value={draft.text}
          aria-label={say('Message')}
          placeholder={say(
            waiting ? 'Answer above, or say something else…' : working ? 'Reply or steer…' : 'Write a message…',
          )}
          onChange={(event) => {
            dismiss();
            draft.write(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
        />
        {attach !== undefined && (
          <Attachments
            thread={thread}
            files={files}
            limits={attach}
            input={input}
            problem={leftOut}
            onChange={(chosen, problems) => {
              setFiles(chosen);
              setLeftOut(problems);
            }}
          />
        )}
        {working && onStop !== undefined && (
          <button type="button" className="tt-stop" disabled={stopping} onClick={stop}>
            {say(stopping ? 'Stopping…' : 'Stop')} <KeyHint>Esc</KeyHint>
          </button>
        )}
        {working && onQueue !== undefined && (
          <button
            type="button"
            className="tt-queue-it"
            disabled={empty}
            title={say('Send when the run completes')}
            onClick={() => press(onQueue)}
          >
            {say('Queue')} <KeyHint>{alt}⏎</KeyHint>
          </button>
        )}
        <button
          type="button"
          className="tt-send"
          disabled={empty}
          aria-label={say(working ? 'Send now, while the agent works' : 'Send')}
          title={working ? say('Send now, while the agent works') : undefined}
          onClick={() => press(onSend)}
        >
          {say('Send')} <KeyHint>⏎</KeyHint>
        </button>
      </div>
    </footer>
  );
}

function isEmpty({ text, files }: Pick<Sent, 'text' | 'files'>): boolean {
  return text.trim() === '' && files.length === 0;
}

/** Its keys have other names. */
function isApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent);
}
