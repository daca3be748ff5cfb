import { visible } from '@toolthread/core/text';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { withLateStyles } from '../late/with-late-styles.ts';
import { askThreadPeople, type ThreadPeople as People } from './ask-people.ts';
import { can, type Standing } from './standing.ts';
import { lateDialog } from '../late/late-dialog.tsx';

const ShareDialog = lateDialog(async () => (await withLateStyles(import('./share-dialog.tsx'))).ShareDialog);

export interface ThreadPeopleProps {
  readonly thread: string;
  /** Whoever looks at this page. */
  readonly you: string;
  /** Another one: what they may do here has become another. */
  readonly round: number;
  /** Told what they may do here. */
  readonly onStanding: (standing: Standing) => void;
}

/** How often it is asked who is here. */
const EVERY_MS = 5000;
/** This many are drawn; the others are counted. */
const DRAWN = 4;

/** Who else is here, and the way to share the thread. */
export function ThreadPeople({ thread, you, round, onStanding }: ThreadPeopleProps): ReactNode {
  const { say } = usePageLanguage();
  const [known, setKnown] = useState<People>();
  const [sharing, setSharing] = useState(false);
  useEffect(() => {
    let isLeft = false;
    const look = async (): Promise<void> => {
      if (document.hidden) return;
      const told = await askThreadPeople(thread);
      if (!isLeft && told.ok) setKnown(told.value);
    };
    void look();
    const timer = setInterval(() => void look(), EVERY_MS);
    return () => {
      isLeft = true;
      clearInterval(timer);
    };
  }, [thread, sharing, round]);
  const others = known?.here.filter((name) => name !== you) ?? [];
  const standing = known?.standing;
  useEffect(() => {
    if (standing !== undefined) onStanding(standing);
  }, [JSON.stringify(standing)]);
  const isOwner = can(you, standing, 'own');
  return (
    <>
      {others.length > 0 && (
        <span
          className="people-here"
          role="img"
          aria-label={say('Viewing now: {names}', { names: others.map(visible).join(', ') })}
        >
          {others.slice(0, DRAWN).map((name) => (
            <span key={name} className="person" title={visible(name)} style={{ background: colourOf(name) }}>
              {initialsOf(name)}
            </span>
          ))}
          {others.length > DRAWN && <span className="person">+{others.length - DRAWN}</span>}
        </span>
      )}
      {known !== undefined && (
        <button type="button" className="quiet bar-button" aria-haspopup="dialog" onClick={() => setSharing(true)}>
          {isOwner ? say('Share') : say('People')}
        </button>
      )}
      {sharing && known !== undefined && (
        <ShareDialog thread={thread} known={known} isOwner={isOwner} onClose={() => setSharing(false)} />
      )}
    </>
  );
}

/** `initialsOf('Ada Lovelace') === 'AL'` */
function initialsOf(name: string): string {
  const letters = name
    .split(/[\s._-]/)
    .filter((word) => word !== '')
    .map((word) => [...word][0] ?? '');
  return visible((letters.length > 1 ? `${letters[0]}${letters.at(-1)}` : (letters[0] ?? '?')).toUpperCase());
}

/** The same for the same name; dark enough for white letters. */
function colourOf(name: string): string {
  let hue = 0;
  for (const letter of name) hue = (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return `hsl(${hue} 45% 35%)`;
}
