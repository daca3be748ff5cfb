import type { ReactNode } from 'react';
import { late } from './late.ts';

/** A part that comes later. */
export interface LatePart<Props extends object> {
  (props: Props): ReactNode;
  /** Fetches it before it is drawn, so that nothing is missing then. Rejects if it is not available. */
  load(): Promise<void>;
}

/**
 * A part that is fetched when it is first drawn, or before by its `load`. Until it is here, and if it is not available, `before` is in its
 * place, or nothing, and the page goes on; it is asked for again until it comes. `missed`: the last time it did not come.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * const Clock = latePart(async () => () => <time>12:00</time>);
 * renderToStaticMarkup(<p>It is <Clock /></p>); //=> '<p>It is </p>'
 */
export function latePart<Props extends object>(
  load: () => Promise<(props: Props) => ReactNode>,
  before: (props: Props, missed: boolean) => ReactNode = () => null,
): LatePart<Props> {
  const part = late(load);
  function Later(props: Props): ReactNode {
    const Part = part.use();
    return typeof Part === 'function' ? <Part {...props} /> : before(props, Part === 'failed');
  }
  return Object.assign(Later, { load: part.load });
}
