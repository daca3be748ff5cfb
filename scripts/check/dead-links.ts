import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** One line for each link of a page to a file or a folder that is not there: files move, and pages that lead to them must follow. */
export function checkDeadLinks(root: string): string[] {
  const pages = globSync('{*.md,{docs,examples,packages,apps,seeds,bench}/**/*.md}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist*/**', '**/fixtures/**', '**/test/**'],
  });
  return pages.sort().flatMap((page) =>
    linksIn(readFileSync(join(root, page), 'utf8'))
      .filter((link) => !existsSync(join(root, dirname(page), link)))
      .map((link) => `${page}: there is no ${link}`),
  );
}

/** Of those that lead to a file, the file. What stands in code is no link. */
function linksIn(text: string): readonly string[] {
  const words = text.replace(/^```[^]*?^```/gm, '');
  const targets = Array.from(words.matchAll(/\]\(([^)#\s]+)(?:#[^)\s]*)?\)/g), ([, target = '']) => target);
  return targets.filter((target) => !/^(?:[a-z]+:|\/)/.test(target)).map((target) => decodeURI(target));
}
