import { readFileSync } from 'node:fs';
import { type ClassElement, type Comment, parseSync, type Program, Visitor } from 'oxc-parser';

type Statement = Program['body'][number];

/** A name of another module. `*` is all of it. */
export interface Named {
  readonly from: string;
  readonly name: string;
}

export interface Declaration {
  readonly kind: 'function' | 'class' | 'value' | 'type';
  /** What it refers to by name: other declarations, and what is imported. */
  readonly uses: ReadonlySet<string>;
  readonly loads: readonly Load[];
  /** Where it is in the text, `export` included. */
  readonly start: number;
  readonly end: number;
  /** Where its body begins, or its value. */
  readonly signatureEnd: number;
  /** Of a class: what is public. */
  readonly members: readonly Span[];
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** `import('./x.ts')`, or a file that is named by a URL: a module that is loaded later, and the words said around it. */
interface Load {
  readonly from: string;
  readonly words: ReadonlySet<string>;
}

/** One module: what it imports, declares and exports. */
export interface Source {
  readonly text: string;
  readonly imports: ReadonlyMap<string, Named>;
  readonly exports: ReadonlyMap<string, Named | string>;
  /** `export * from '…'` */
  readonly stars: readonly string[];
  /** By name; overloads are one. */
  readonly declarations: ReadonlyMap<string, Declaration>;
  /** What runs when the module is loaded. */
  readonly effects: readonly Declaration[];
  readonly comments: readonly Comment[];
}

/** `readSource(file).exports.has('fold')` */
export function readSource(file: string): Source {
  const text = readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, text);
  const imports = new Map<string, Named>();
  const exports = new Map<string, Named | string>();
  const stars: string[] = [];
  const declarations = new Map<string, Declaration>();
  const effects: Declaration[] = [];

  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      if (statement.specifiers.length === 0)
        imports.set(statement.source.value, { from: statement.source.value, name: '' });
      if (statement.importKind === 'type') continue;
      for (const specifier of statement.specifiers) {
        if (specifier.type === 'ImportSpecifier' && specifier.importKind === 'type') continue;
        imports.set(specifier.local.name, { from: statement.source.value, name: importedName(specifier) });
      }
      continue;
    }
    if (statement.type === 'ExportAllDeclaration') {
      stars.push(statement.source.value);
      continue;
    }
    if (statement.type === 'ExportNamedDeclaration' && statement.declaration === null) {
      for (const { local, exported } of statement.specifiers) {
        const name = nameOf(local);
        exports.set(nameOf(exported), statement.source === null ? name : { from: statement.source.value, name });
      }
      continue;
    }
    const declared = declaredIn(statement);
    const { start, end } = statement;
    if (declared.length === 0)
      effects.push({ kind: 'value', ...usesOf(program, statement), start, end, signatureEnd: end, members: [] });
    for (const { name, kind, signatureEnd, members = [] } of declared) {
      const { uses, loads } = usesOf(program, statement);
      const before = declarations.get(name);
      declarations.set(name, {
        kind,
        uses: new Set([...(before?.uses ?? []), ...uses]),
        loads: [...(before?.loads ?? []), ...loads],
        start: before?.start ?? start,
        end,
        signatureEnd,
        members,
      });
      if (statement.type === 'ExportNamedDeclaration') exports.set(name, name);
      if (statement.type === 'ExportDefaultDeclaration') exports.set('default', name);
    }
  }
  return { text, imports, exports, stars, declarations, effects, comments };
}

interface Declared {
  readonly name: string;
  readonly kind: Declaration['kind'];
  readonly signatureEnd: number;
  readonly members?: readonly Span[];
}

function declaredIn(statement: Statement): Declared[] {
  const isExport = statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration';
  const declaration = isExport ? statement.declaration : statement;
  if (declaration?.type === 'FunctionDeclaration' || declaration?.type === 'TSDeclareFunction') {
    const { id, body, end } = declaration;
    return [{ name: id?.name ?? 'default', kind: 'function', signatureEnd: body?.start ?? end }];
  }
  if (declaration?.type === 'ClassDeclaration') {
    const { id, body } = declaration;
    return [
      { name: id?.name ?? 'default', kind: 'class', signatureEnd: body.start, members: body.body.flatMap(membersOf) },
    ];
  }
  if (declaration?.type === 'TSInterfaceDeclaration' || declaration?.type === 'TSTypeAliasDeclaration') {
    return [{ name: declaration.id.name, kind: 'type', signatureEnd: declaration.end }];
  }
  if (declaration?.type !== 'VariableDeclaration') return [];
  return declaration.declarations.flatMap(({ id, init, end }) => {
    const kind = isFunction(init) ? ('function' as const) : ('value' as const);
    return namesIn(id).map((name) => ({ name, kind, signatureEnd: init?.type === 'Literal' ? end : id.end }));
  });
}

/** Of a class: what others may use, without its body. */
function membersOf(member: ClassElement): Span[] {
  if (member.type !== 'MethodDefinition' && member.type !== 'PropertyDefinition') return [];
  if (member.key.type === 'PrivateIdentifier') return [];
  const { start, end } = member;
  if ('typeAnnotation' in member) return [{ start, end: member.typeAnnotation?.end ?? member.key.end }];
  return [{ start, end: member.value !== null && 'body' in member.value ? (member.value.body?.start ?? end) : end }];
}

function isFunction(init: { readonly type: string } | null): boolean {
  return init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression';
}

/** Of `a`, `{ a, b: c }` and `[a]`: the names that are bound. */
function namesIn(pattern: unknown): string[] {
  const names: string[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || !('type' in node)) return;
    if (node.type === 'Identifier' && 'name' in node && typeof node.name === 'string') names.push(node.name);
    if ('properties' in node && Array.isArray(node.properties)) node.properties.forEach(walk);
    if ('elements' in node && Array.isArray(node.elements)) node.elements.forEach(walk);
    if (node.type === 'Property' && 'value' in node) walk(node.value);
    if ('left' in node) walk(node.left);
    if ('argument' in node) walk(node.argument);
  };
  walk(pattern);
  return names;
}

function usesOf(program: Program, statement: Statement): { readonly uses: Set<string>; readonly loads: Load[] } {
  const words = new Set<string>();
  const uses = new Set<string>();
  const keys = new Set<number>();
  const loads: Load[] = [];
  const visitor = new Visitor({
    MemberExpression: ({ computed, property }) => void (computed || keys.add(property.start)),
    Property: ({ computed, shorthand, key }) => void (computed || shorthand || keys.add(key.start)),
    Identifier: ({ name, start }) => {
      words.add(name);
      if (!keys.has(start)) uses.add(name);
    },
    JSXIdentifier: ({ name }) => void uses.add(name),
    Literal: ({ value }) => {
      if (typeof value === 'string' && /^(\.|@toolthread\/).*/.test(value)) loads.push({ from: value, words });
    },
  });
  visitor.visit({ ...program, body: [statement] });
  return { uses, loads };
}

function importedName(specifier: { readonly type: string; readonly imported?: NameNode }): string {
  if (specifier.type === 'ImportDefaultSpecifier') return 'default';
  return specifier.imported === undefined ? '*' : nameOf(specifier.imported);
}

type NameNode = { readonly name: string } | { readonly value: string };

function nameOf(node: NameNode): string {
  return 'name' in node ? node.name : node.value;
}
