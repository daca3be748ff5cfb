import { HUMAN } from '@toolthread/core';
import type { ContentPart, MessageItem } from '@toolthread/core';
import { visible } from '@toolthread/core/text';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { ContentParts } from '../parts/content-parts.tsx';
import { late } from '../parts/late.ts';
import { ProblemNote } from '../parts/problem-note.tsx';
import type { MessageEditorProps } from '../queue/message-editor.tsx';
import { messageWords } from '../queue/message-words.ts';
import { useMessageEdits } from '../queue/unread-messages.ts';
import { VisibleText } from '../text/visible-text.tsx';
import type { ThreadActions } from '../thread/actions/thread-actions.ts';
import { useThreadSettings } from '../thread/thread-settings.tsx';
import { useAction } from '../thread/actions/use-action.ts';
import { useLateControls } from '../thread/load-controls.ts';
import { useCourse } from '../versions/course-context.ts';
import { useLanguage } from '../labels/use-language.ts';

const deliveries = {
  now: undefined,
  steer: 'Sent while the agent worked',
  followUp: 'Queued until the run ended',
} as const;

/**
 * What a person, or another participant, said.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<MessageBubble item={exampleItem('message')} />).includes('Who uses the parser?'); //=> true
 */
export function MessageBubble({ item }: { readonly item: MessageItem }): ReactNode {
  const { say, told } = useLanguage();
  const own = item.author === HUMAN;
  const name = own ? item.by : [item.author, ...item.mentions].join(' → ');
  const note = deliveries[item.delivery];
  const { unread, drafts } = useMessageEdits();
  const { actions } = useThreadSettings();
  const [draft, setDraft] = useState(() => drafts.get(item.key));
  const parts = useMemo(() => (own ? item.parts : item.parts.map(inWords(told))), [item.parts, own, told]);
  const { busy, problem, run } = useAction();
  const seq = unread.get(item.key);
  const { ItemMenu, VersionSwitch } = useLateControls();
  const hasVersions = useCourse()?.versions.has(item.key) === true;
  const write = (text: string | undefined): void => {
    if (text === undefined) drafts.delete(item.key);
    else drafts.set(item.key, text);
    setDraft(text);
  };
  return (
    <article className="tt-root tt-message" data-own={own} aria-label={name === undefined ? say('You') : visible(name)}>
      {name !== undefined && (
        <p className="tt-author">
          <VisibleText text={name} />
        </p>
      )}
      {(draft === undefined || seq === undefined) && (
        <div className="tt-bubble">
          <ContentParts parts={parts} />
        </div>
      )}
      {draft !== undefined && (
        <LateEditor
          text={draft}
          queued={seq !== undefined}
          onChange={write}
          onSave={(text) => actions.changeMessage?.(seq ?? 0, text) ?? Promise.resolve(undefined)}
          onSayAnew={actions.say}
          onClose={() => write(undefined)}
        />
      )}
      {(note !== undefined || problem !== undefined || hasVersions) && (
        <div className="tt-meta">
          {hasVersions && <VersionSwitch at={item.key} />}
          {note !== undefined && <span>{say(note)}</span>}
          {problem !== undefined && (
            <span className="tt-problem" role="alert">
              {problem}
            </span>
          )}
        </div>
      )}
      {seq !== undefined && draft === undefined && (
        <Unread
          item={item}
          busy={busy}
          onEdit={write}
          onTakeBack={(takeBack) => run(() => takeBack(seq, messageWords(item.parts)))}
        />
      )}
      {own && seq === undefined && <ItemMenu item={item} />}
    </article>
  );
}

/** Most messages are never edited: it is fetched by the first that is. */
const messageEditor = late(() => import('../queue/message-editor.tsx'));

function LateEditor(props: MessageEditorProps): ReactNode {
  const known = messageEditor.use();
  const { say } = useLanguage();
  if (known === 'failed') return <ProblemNote problem={say('The editor could not be loaded. Reload the page.')} />;
  return known && <known.MessageEditor {...props} />;
}

interface UnreadProps {
  readonly item: MessageItem;
  readonly busy: boolean;
  onEdit(text: string): void;
  onTakeBack(takeBack: NonNullable<ThreadActions['takeBack']>): void;
}

/** Nobody has read it yet: it can be changed or taken back until somebody does. */
function Unread({ item, busy, onEdit, onTakeBack }: UnreadProps): ReactNode {
  const { changeMessage, takeBack } = useThreadSettings().actions;
  const words = messageWords(item.parts);
  const { say } = useLanguage();
  return (
    <div className="tt-message-actions">
      <span>{say('The agent has not read this yet')}</span>
      {words !== undefined && changeMessage !== undefined && (
        <button type="button" className="tt-link-button" disabled={busy} onClick={() => onEdit(words)}>
          {say('Edit')}
        </button>
      )}
      {takeBack !== undefined && (
        <button type="button" className="tt-link-button" disabled={busy} onClick={() => onTakeBack(takeBack)}>
          {say('Withdraw')}
        </button>
      )}
    </div>
  );
}

/** Of what an agent posts, some is ours. */
const inWords =
  (told: (words: string) => string) =>
  (part: ContentPart): ContentPart =>
    part.type === 'text' ? { ...part, text: told(part.text) } : part;
