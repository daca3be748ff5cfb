import type { ReactNode } from 'react';
import { late } from './late.ts';

/**
 * A part that is fetched when it is first drawn. Until it is here, and where it cannot be had, nothing stands in its place and the
 * page goes on; it is asked for again until it comes.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * const Clock = latePart(async () => () => <time>12:00</time>);
 * renderToStaticMarkup(<p>It is <Clock /></p>); //=> '<p>It is </p>'
 */
export function latePart<Props extends object>(
  load: () => Promise<(props: Props) => ReactNode>,
): (props: Props) => ReactNode {
  const part = late(load);
  return function LatePart(props) {
    const Part = part.use();
    return typeof Part === 'function' ? <Part {...props} /> : null;
  };
}
