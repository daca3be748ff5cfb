import { filesOfDrafts, keepFiles, keptFiles } from './kept-files.ts';
import { beginDraft, draftText, keepText, nameOf, ownDraft } from './own-draft.ts';

/** Returns the id of this tab's draft at a place, which no other living tab has. */
export type HoldDraft = (place: string) => Promise<string>;

/**
 * One for each document. A tab that has had no draft here takes one that a closed tab left, the newest first. The browser knows which tabs live:
 * a tab locks its draft, and the lock ends with it.
 */
export function draftHolder(): HoldDraft {
  const held = new Map<string, Promise<string>>();
  return (place) => {
    const before = held.get(place);
    if (before !== undefined) return before;
    const holding = hold(place);
    held.set(place, holding);
    return holding;
  };
}

/** That of this document. */
export const holdDraft: HoldDraft = draftHolder();

async function hold(place: string): Promise<string> {
  for (const id of ownDraft(place) === '' ? await keptDrafts(place) : []) {
    const release = await lock(place, id, 'now');
    if (release === undefined) continue;
    // Somebody may have begun to write meanwhile: then this one is for the next tab.
    if (ownDraft(place) !== '') {
      release();
      break;
    }
    return canLock() ? beginDraft(place, id) : copyOf(place, id);
  }
  const own = ownDraft(place) || beginDraft(place);
  // The document before a reload may still have it for a moment. A tab that was duplicated has it for good.
  return (await lock(place, own, 'soon')) === undefined ? copyOf(place, own) : own;
}

/** The same words and files under an id of their own. */
async function copyOf(place: string, id: string): Promise<string> {
  const files = await keptFiles(place, id);
  const text = draftText(place, id);
  const own = beginDraft(place);
  keepText(place, text);
  await keepFiles(place, own, files);
  await lock(place, own, 'now');
  return own;
}

/** Those that have words or files, the newest first. */
async function keptDrafts(place: string): Promise<readonly string[]> {
  const words = textNames().flatMap((name) => idIn(place, name) ?? []);
  const files = (await filesOfDrafts()).flatMap((name) => idIn(place, name) ?? []);
  return [...new Set([...words, ...files])].toSorted().toReversed();
}

function textNames(): readonly string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

/** `idIn('new', 'toolthread:draft:new:1') === '1'`. */
function idIn(place: string, name: string): string | undefined {
  const base = nameOf(place, '');
  return name.startsWith(base) ? name.slice(base.length) : undefined;
}

const canLock = (): boolean => 'locks' in navigator;

const nothing = (): void => undefined;

/** How to release it; undefined if another tab has it. A page that is not served safely cannot lock: there everybody gets a copy. */
function lock(place: string, id: string, when: 'now' | 'soon'): Promise<(() => void) | undefined> {
  if (!canLock()) return Promise.resolve(nothing);
  const options = when === 'now' ? { ifAvailable: true } : { signal: AbortSignal.timeout(1000) };
  return new Promise((resolve) => {
    navigator.locks
      .request(nameOf(place, id), options, (granted) => {
        if (granted === null) return resolve(undefined);
        return new Promise<void>((release) => resolve(release));
      })
      .catch(() => resolve(undefined));
  });
}
