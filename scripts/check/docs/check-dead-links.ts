import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** One line for each link of a page to a file, a folder or a heading that is not there: files move, headings change, and pages that lead to them must follow. */
export function checkDeadLinks(root: string): string[] {
  const pages = globSync('{*.md,{docs,examples,packages,apps,seeds,bench}/**/*.md}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist*/**', '**/fixtures/**', '**/test/**'],
  });
  return pages.sort().flatMap((page) =>
    linksIn(wordsOf(join(root, page))).flatMap(({ file, heading }) => {
      const target = file === '' ? join(root, page) : join(root, dirname(page), file);
      if (!existsSync(target)) return [`${page}: there is no ${file}`];
      if (heading === '' || !target.endsWith('.md') || anchorsOf(target).has(heading)) return [];
      return [`${page}: there is no heading #${heading} in ${file || page}`];
    }),
  );
}

/** What is in code is no link, and no heading. */
function wordsOf(page: string): string {
  return readFileSync(page, 'utf8').replace(/^```[^]*?^```/gm, '');
}

/** Those to a page of ours; `file` is empty if the link is to a heading of the same page. */
function linksIn(words: string): readonly { readonly file: string; readonly heading: string }[] {
  const links = Array.from(words.matchAll(/\]\(([^)#\s]*)(?:#([^)\s]*))?\)/g), ([, file = '', heading = '']) => ({
    file: decodeURI(file),
    heading: decodeURI(heading),
  }));
  return links.filter(({ file, heading }) => !/^(?:[a-z]+:|\/)/.test(file) && file + heading !== '');
}

/** The headings of a page, as GitHub writes their addresses: `## What's new` is `#whats-new`. */
function anchorsOf(page: string): ReadonlySet<string> {
  const headings = Array.from(wordsOf(page).matchAll(/^#{1,6} (.*)$/gm), ([, heading = '']) => heading);
  const plain = headings.map((heading) =>
    heading
      .replace(/\]\([^)]*\)/g, '')
      .trim()
      .toLowerCase(),
  );
  return new Set(plain.map((heading) => heading.replace(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-')));
}
