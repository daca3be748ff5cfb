/**
 * What was written in this tab and not sent. Every draft has an id and is kept for all tabs; which one is this tab's at a place, the tab alone
 * remembers. So no tab writes over another's words.
 */

/** `placeOf(undefined) === 'new'`: a thread, or the page for a new one. */
export function placeOf(thread: string | undefined): string {
  return thread ?? 'new';
}

/** `cardPlace('t1', 'r/1') === 'card/t1/r%2F1'`: what is half filled in a card of a thread. No place is the beginning of another. */
export function cardPlace(thread: string, request: string): string {
  return `card/${encodeURIComponent(thread)}/${encodeURIComponent(request)}`;
}

/** Empty if this tab has had none here. */
export function ownDraft(place: string): string {
  return read('sessionStorage', nameOf(place, ''));
}

/** From now on this one is the tab's; without an id a new one, which is greater than those before. */
export function beginDraft(place: string, id: string = Date.now().toString(36) + Math.random().toString(36)): string {
  write('sessionStorage', nameOf(place, ''), id);
  return id;
}

export function draftText(place: string, id: string): string {
  return read('localStorage', nameOf(place, id));
}

export function keepText(place: string, text: string): void {
  write('localStorage', nameOf(place, ownDraft(place) || beginDraft(place)), text);
}

/** Where a draft is kept. */
export function nameOf(place: string, id: string): string {
  return `toolthread:draft:${place}:${id}`;
}

function read(kind: Kind, name: string): string {
  try {
    return globalThis[kind].getItem(name) ?? '';
  } catch {
    return '';
  }
}

function write(kind: Kind, name: string, text: string): void {
  try {
    if (text) globalThis[kind].setItem(name, text);
    else globalThis[kind].removeItem(name);
  } catch {
    // Without storage a draft lasts as long as the page.
  }
}

type Kind = 'localStorage' | 'sessionStorage';
