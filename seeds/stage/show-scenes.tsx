import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import '@toolthread/react/styles.css';

/** What a page of a seed can draw, by name; each scene takes JSON. */
export type Scenes = Readonly<Record<string, (data: never) => ReactNode>>;

/** Puts a page's scenes where `withPage` finds them. */
export function showScenes(scenes: Scenes): void {
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  Reflect.set(window, 'drawScene', (name: string, data: never) => {
    const scene = scenes[name];
    if (scene === undefined) throw new Error(`This page has no scene ${name}.`);
    // The last scene's own state, such as what was opened, does not go over to the next.
    flushSync(() => root.render(null));
    localStorage.clear();
    sessionStorage.clear();
    flushSync(() => root.render(<div>{scene(data)}</div>));
  });
}
