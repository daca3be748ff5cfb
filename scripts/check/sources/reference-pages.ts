import { type Documented, documented, signatureOf } from './documented.ts';
import { type Door, doorsOf } from './doors-of.ts';
import { type Found, Modules } from './modules.ts';
import type { Source, Span } from './source.ts';

/** One public name, as the reference tells it. */
export interface Reference extends Documented {
  readonly door: string;
  readonly name: string;
  readonly kind: Found['declaration']['kind'];
  readonly signature: string;
  readonly members: readonly Member[];
  /** The types that it names and that no entry point exports, with all that these name. */
  readonly inner: ReadonlyMap<string, Found>;
  /** Those of them that a caller is given, and cannot name. */
  readonly nameless: readonly string[];
}

interface Member extends Documented {
  readonly signature: string;
}

/** Packages of which every name has a sentence, and every function and class an example. */
const TOLD = /^@toolthread\/(core|client|store|server|transcripts|providers|agent|react)\b/;

/** Every public name of those packages, in the order of its entry point. */
export function referencesOf(root: string): Reference[] {
  const modules = new Modules(root);
  const doors = doorsOf(root).filter(({ isPublic }) => isPublic);
  const isPublic = publicIn(doors, modules);
  return doors
    .filter(({ name }) => TOLD.test(name))
    .flatMap((door) => modules.names(door.file).flatMap((name) => referenceOf(door, name, modules, isPublic)));
}

type IsPublic = (found: Found) => boolean;

function publicIn(doors: readonly Door[], modules: Modules): IsPublic {
  const keys = new Set(
    doors.flatMap(({ file }) =>
      modules.names(file).flatMap((name) => [modules.find(file, name) ?? []].flat().map(keyOf)),
    ),
  );
  return (found) => keys.has(keyOf(found));
}

function referenceOf(door: Door, name: string, modules: Modules, isPublic: IsPublic): Reference[] {
  const found = modules.find(door.file, name);
  if (found === undefined) return [];
  const source = modules.source(found.file);
  const { kind, start, gives } = found.declaration;
  const isTypeOnly = modules.isTypeOnly(door.file, name);
  const members = found.declaration.members.filter(({ needsClass }) => !(isTypeOnly && needsClass));
  const given = [gives ?? [], ...members.map((member) => member.gives ?? [])].flat();
  const { text, example } = documented(source, start);
  return [
    {
      door: door.name,
      name,
      kind,
      text,
      // A name for the same thing has the same example.
      example: example?.replaceAll(new RegExp(`\\b${found.name}\\b`, 'g'), name),
      signature: signatureOf(found, source),
      members: members.map((member) => ({
        ...documented(source, member.start),
        signature: source.text.slice(member.start, member.end).replace(/\s+$/, ''),
      })),
      inner: innerTypes(found, members, modules, isPublic),
      nameless: namedIn(found, given, modules)
        .filter((one) => !isPublic(one))
        .map((one) => one.name),
    },
  ];
}

/** The types that a declaration shows and that are not public, those that these show, and so on. */
function innerTypes(
  found: Found,
  members: readonly Span[],
  modules: Modules,
  isPublic: IsPublic,
): ReadonlyMap<string, Found> {
  const inner = new Map<string, Found>();
  const walk = (one: Found, shown: readonly Span[]): void => {
    const { start, signatureEnd } = one.declaration;
    for (const named of namedIn(one, [{ start, end: signatureEnd }, ...shown], modules)) {
      if (isPublic(named) || inner.has(keyOf(named))) continue;
      inner.set(keyOf(named), named);
      walk(named, named.declaration.members);
    }
  };
  walk(found, members);
  return inner;
}

/** What the types are that are named at these places of a declaration's file. */
function namedIn({ file, declaration }: Found, places: readonly Span[], modules: Modules): Found[] {
  return declaration.types
    .filter(({ at }) => places.some(({ start, end }) => start <= at && at < end))
    .flatMap(({ name }) => [modules.lookType(file, name) ?? []].flat());
}

function keyOf({ file, name }: Found): string {
  return `${file}#${name}`;
}

/** The program that an example is: what runs in the test, and what the page shows. */
export function exampleProgram({ door, name, example }: Reference): string {
  const lines = (example ?? '').split('\n');
  const [imports, rest] = [true, false].map((wanted) => lines.filter((line) => line.startsWith('import ') === wanted));
  const samples = Object.entries(SAMPLES).flatMap(([from, words]) => {
    const used = words.filter((word) => new RegExp(`\\b${word}\\b`).test(example ?? ''));
    return used.length === 0 ? [] : [`import { ${used.join(', ')} } from '${from}';`];
  });
  // A class that is exported as a type is met in what others give, and not by its name.
  const own = rest?.some((line) => new RegExp(`\\b${name}\\b`).test(line))
    ? [`import { ${name} } from '${door}';`]
    : [];
  return [...own, ...(imports ?? []), ...samples, '', ...(rest ?? [])].join('\n');
}

/** What examples are made of, and where it is. */
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  '@toolthread/core/testing': [
    'exampleCall',
    'exampleEvents',
    'exampleState',
    'exampleThread',
    'exampleItem',
    'exampleFolder',
  ],
  '@toolthread/agent/testing': ['exampleBlobs'],
  '@toolthread/server/testing': ['exampleLedger', 'exampleServer'],
};

/** From file name to text: a page for each entry point, and a list of them. */
export function referencePages(root: string): Map<string, string> {
  const modules = new Modules(root);
  const doors = Map.groupBy(referencesOf(root), ({ door }) => door);
  const pages = new Map<string, string>();
  const rows: string[] = [];
  for (const { name, file } of doorsOf(root)) {
    const references = doors.get(name);
    if (references === undefined) continue;
    const page = `${name.replace('@toolthread/', '').replaceAll('/', '-')}.md`;
    const sentence = sentenceOf(modules.source(file));
    pages.set(page, pageOf(name, sentence, references, modules));
    rows.push(`| [\`${name}\`](${page}) | ${sentence} |`);
  }
  pages.set('README.md', ['# Reference', '', INTRODUCTION, '', '| import | |', '|---|---|', ...rows, ''].join('\n'));
  return pages;
}

const INTRODUCTION = `Every public name. It is made from the sources by \`npm run reference\`, and \`npm run check\` fails where it is old. The
examples are compiled and run by \`scripts/examples.test.ts\`; \`//=>\` says what a line gives. \`exampleEvents\` is a thread in which an agent
searches, fails at a command, and answers ([its source](../../packages/core/test/example-thread.ts)); \`exampleState\`,
\`exampleThread\`, \`exampleCall\` and \`exampleItem\` are made from it, \`exampleLedger\` is the file of a ledger that holds it, and \`exampleServer\` serves
such a ledger ([their source](../../packages/server/test)). These are in the repository only: of the entry points for tests only \`@toolthread/store/testing\` is published. \`exampleFolder\` makes a temporary folder, \`exampleBlobs\` keeps bytes in memory.

Some types of fields have no public name of their own, so that the entry points stay small. Where the compiler asks for a name (TS4023, with \`declaration: true\`), write the type by its place: \`const said: ThreadState['queue']['said'] = state.queue.said\`.`;

/** What the comment at the beginning of an entry point says. */
export function sentenceOf({ comments }: Source): string {
  const about = comments.find(({ value }) => value.startsWith('*'));
  if (about === undefined || about.start > 0) return '';
  return about.value
    .slice(1)
    .replace(/\n\s*\* ?/g, ' ')
    .trim();
}

function pageOf(name: string, sentence: string, references: readonly Reference[], modules: Modules): string {
  const isCode = ({ kind }: Reference): boolean => kind === 'function' || kind === 'class';
  const code = references.filter(isCode);
  const rest = references.filter((one) => !isCode(one));
  const inner = new Map(references.flatMap((one) => [...one.inner]));
  const innerEntries = Array.from(inner, ([key, found]) =>
    innerEntry(
      found,
      references.filter((one) => one.inner.has(key)),
      modules,
    ),
  );
  return (
    [
      `# ${name}`,
      ...(sentence === '' ? [] : [sentence]),
      ...(code.length === 0 ? [] : ['## Functions and classes', ...code.map(entryOf)]),
      ...(rest.length === 0 ? [] : ['## Types and values', ...rest.map(entryOf)]),
      ...(innerEntries.length === 0
        ? []
        : [
            '## Types inside of these',
            "They are not exported. `Type['field']` names the type of a field.",
            ...innerEntries,
          ]),
      '',
    ]
      .join('\n\n')
      .trimEnd() + '\n'
  );
}

function entryOf(reference: Reference): string {
  const { name, text, signature, members, example } = reference;
  const shown = members.length === 0 ? signature : `${signature} {\n${members.map(memberText).join('\n')}\n}`;
  return [
    `### ${name}`,
    ...(text === '' ? [] : [text]),
    fenced(shown),
    ...(example === undefined ? [] : [fenced(exampleProgram(reference).trim())]),
  ].join('\n\n');
}

function innerEntry(found: Found, of: readonly Reference[], modules: Modules): string {
  const source = modules.source(found.file);
  const { text } = documented(source, found.declaration.start);
  const names = of.map(({ name }) => `\`${name}\``).join(', ');
  return [`### ${found.name}`, `Of ${names}.${text === '' ? '' : ` ${text}`}`, fenced(signatureOf(found, source))].join(
    '\n\n',
  );
}

function memberText({ text, signature }: Member): string {
  const said = text === '' ? '' : `  /** ${text.replaceAll('\n', ' ')} */\n`;
  return `${said}  ${signature};`;
}

function fenced(code: string): string {
  return `\`\`\`ts\n${code}\n\`\`\``;
}
