import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { arrows } from './arrows.ts';
import { ROOMS } from './rooms.ts';

const PAGE = 'CONTRIBUTING.md';

/** One line for each folder that the page's tree names and that is not there, each that it omits, and each arrow that it tells otherwise. */
export function checkTree(root: string): string[] {
  const page = readFileSync(join(root, PAGE), 'utf8');
  const named = foldersIn(page);
  const packages = globSync('packages/*/package.json', { cwd: root }).map((file) =>
    file.split('/').slice(0, -1).join('/'),
  );
  const rooms = packages.flatMap((folder) => {
    const inLine = roomsInLine(page, folder);
    return globSync(`${folder}/src/*/`, { cwd: root })
      .map((room) => basename(room))
      .filter((room) => !inLine.includes(room))
      .toSorted()
      .map((room) => `${folder}/src/${room}`);
  });
  const told = arrowsIn(page);
  return [
    ...named.filter((folder) => !existsSync(join(root, folder))).map((folder) => `${PAGE}: there is no ${folder}`),
    ...[...packages, ...rooms].filter((folder) => !named.includes(folder)).map((folder) => `${PAGE}: omits ${folder}`),
    ...[arrows, ...Object.values(ROOMS)]
      .flatMap((table) => Object.entries(table))
      .filter(([name, targets]) => told.get(name) !== targets.toSorted().join(', '))
      .map(([name, targets]) => `${PAGE}: ${name} imports ${targets.join(', ') || 'nothing'}`),
  ];
}

/** The tree's lines begin with a folder; indented ones are in the last that was not. */
function foldersIn(page: string): string[] {
  let parent = '';
  return Array.from(page.matchAll(/^( *)((?:[\w-]+\/)+) {2,}/gm), ([, indent = '', folder = '']) => {
    const path = folder.replace(/\/$/, '');
    if (indent === '') parent = path;
    return indent === '' ? path : `${parent}/${path}`;
  });
}

/** A package whose rooms are alike names them in its own line: `packages/providers/  anthropic/, gemini/`. */
function roomsInLine(page: string, folder: string): string[] {
  const [, line = ''] = new RegExp(`^${folder}/ {2,}(.*)$`, 'm').exec(page) ?? [];
  return Array.from(line.matchAll(/(?<![\w/-])([\w-]+)\//g), ([, room = '']) => room);
}

function arrowsIn(page: string): Map<string, string> {
  const rows = page.matchAll(/^\| ((?:`[\w-]+`(?:, )?)+) \| (.*) \|$/gm);
  return new Map(
    Array.from(rows).flatMap(([, from = '', to = '']) =>
      namesIn(from).map((name): [string, string] => [name, namesIn(to).toSorted().join(', ')]),
    ),
  );
}

function namesIn(cell: string): string[] {
  return Array.from(cell.matchAll(/`([\w-]+)`/g), ([, name = '']) => name);
}
