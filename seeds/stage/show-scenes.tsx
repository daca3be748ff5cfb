import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import '@toolthread/react/styles.css';

/** What a page of a seed can draw, by name; each scene takes JSON. */
export type Scenes = Readonly<Record<string, (data: never) => ReactNode>>;

/** Puts a page's scenes where `withPage` finds them. */
export function showScenes(scenes: Scenes): void {
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  // The last scene's own state, such as what was opened, does not go over to the next.
  let count = 0;
  Reflect.set(window, 'drawScene', (name: string, data: never) => {
    const scene = scenes[name];
    if (scene === undefined) throw new Error(`This page has no scene ${name}.`);
    count += 1;
    root.render(<div key={count}>{scene(data)}</div>);
  });
}
