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
  readonly members: readonly Member[];
  /** The types that it names, and where. */
  readonly types: readonly NamedType[];
  /** Where the type is of a result, or of a value. */
  readonly gives: Span | undefined;
}

interface Member extends Span {
  /** A constructor, or static: whoever has only the type has none of it. */
  readonly needsClass: boolean;
  /** Where the type is of what it is, or returns. */
  readonly gives: Span | undefined;
}

interface NamedType {
  readonly name: string;
  readonly at: number;
}

export interface Span {
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
  /** What is imported for its type alone: nothing of it runs. */
  readonly typeImports: ReadonlyMap<string, Named>;
  readonly exports: ReadonlyMap<string, Named | string>;
  /** What is exported for its type alone. */
  readonly typeExports: ReadonlySet<string>;
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
  const typeImports = new Map<string, Named>();
  const exports = new Map<string, Named | string>();
  const typeExports = new Set<string>();
  const stars: string[] = [];
  const declarations = new Map<string, Declaration>();
  const effects: Declaration[] = [];

  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      if (statement.specifiers.length === 0)
        imports.set(statement.source.value, { from: statement.source.value, name: '' });
      for (const specifier of statement.specifiers) {
        const isType =
          statement.importKind === 'type' || (specifier.type === 'ImportSpecifier' && specifier.importKind === 'type');
        (isType ? typeImports : imports).set(specifier.local.name, {
          from: statement.source.value,
          name: importedName(specifier),
        });
      }
      continue;
    }
    if (statement.type === 'ExportAllDeclaration') {
      stars.push(statement.source.value);
      continue;
    }
    if (statement.type === 'ExportNamedDeclaration' && statement.declaration === null) {
      for (const { local, exported, exportKind } of statement.specifiers) {
        const name = nameOf(local);
        if (statement.exportKind === 'type' || exportKind === 'type') typeExports.add(nameOf(exported));
        exports.set(nameOf(exported), statement.source === null ? name : { from: statement.source.value, name });
      }
      continue;
    }
    const declared = declaredIn(statement);
    const { start, end } = statement;
    if (declared.length === 0)
      effects.push({
        kind: 'value',
        ...usesOf(program, statement),
        start,
        end,
        signatureEnd: end,
        members: [],
        gives: undefined,
      });
    for (const { name, kind, signatureEnd, members = [], gives } of declared) {
      const { uses, loads, types } = usesOf(program, statement);
      const before = declarations.get(name);
      declarations.set(name, {
        kind,
        uses: new Set([...(before?.uses ?? []), ...uses]),
        loads: [...(before?.loads ?? []), ...loads],
        start: before?.start ?? start,
        end,
        signatureEnd,
        members,
        types: [...(before?.types ?? []), ...types],
        gives,
      });
      if (statement.type === 'ExportNamedDeclaration') exports.set(name, name);
      if (statement.type === 'ExportDefaultDeclaration') exports.set('default', name);
    }
  }
  return { text, imports, typeImports, exports, typeExports, stars, declarations, effects, comments };
}

interface Declared {
  readonly name: string;
  readonly kind: Declaration['kind'];
  readonly signatureEnd: number;
  readonly members?: readonly Member[];
  readonly gives?: Span | undefined;
}

function declaredIn(statement: Statement): Declared[] {
  const isExport = statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration';
  const declaration = isExport ? statement.declaration : statement;
  if (declaration?.type === 'FunctionDeclaration' || declaration?.type === 'TSDeclareFunction') {
    const { id, body, end, returnType } = declaration;
    const signatureEnd = body?.start ?? end;
    return [{ name: id?.name ?? 'default', kind: 'function', signatureEnd, gives: returnType ?? undefined }];
  }
  if (declaration?.type === 'ClassDeclaration') {
    const { id, body } = declaration;
    const members = body.body.flatMap(membersOf);
    return [{ name: id?.name ?? 'default', kind: 'class', signatureEnd: body.start, members }];
  }
  if (declaration?.type === 'TSInterfaceDeclaration' || declaration?.type === 'TSTypeAliasDeclaration') {
    return [{ name: declaration.id.name, kind: 'type', signatureEnd: declaration.end }];
  }
  if (declaration?.type !== 'VariableDeclaration') return [];
  return declaration.declarations.flatMap(({ id, init, end }) => {
    const kind = isFunction(init) ? ('function' as const) : ('value' as const);
    const gives = id.typeAnnotation ?? undefined;
    return namesIn(id).map((name) => ({ name, kind, signatureEnd: init?.type === 'Literal' ? end : id.end, gives }));
  });
}

/** Of a class: what others may use, without its body. */
function membersOf(member: ClassElement): Member[] {
  if (isHidden(member)) return [];
  const { start } = member;
  if (member.type === 'PropertyDefinition') {
    const { key, static: needsClass, typeAnnotation: type } = member;
    return [{ start, end: type?.end ?? key.end, needsClass, gives: type ?? undefined }];
  }
  if (member.type !== 'MethodDefinition') return [];
  const { kind, value, end } = member;
  const needsClass = member.static || kind === 'constructor';
  return [{ start, end: value.body?.start ?? end, needsClass, gives: value.returnType ?? undefined }];
}

function isHidden(member: ClassElement): boolean {
  if ('key' in member && member.key.type === 'PrivateIdentifier') return true;
  return 'accessibility' in member && (member.accessibility === 'private' || member.accessibility === 'protected');
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

function usesOf(program: Program, statement: Statement): Pick<Declaration, 'uses' | 'loads' | 'types'> {
  const words = new Set<string>();
  const uses = new Set<string>();
  const keys = new Set<number>();
  const loads: Load[] = [];
  const types: NamedType[] = [];
  const visitor = new Visitor({
    MemberExpression: ({ computed, property }) => void (computed || keys.add(property.start)),
    Property: ({ computed, shorthand, key }) => void (computed || shorthand || keys.add(key.start)),
    Identifier: ({ name, start }) => {
      words.add(name);
      if (!keys.has(start)) uses.add(name);
    },
    TSTypeReference: ({ typeName }) =>
      void (typeName.type === 'Identifier' && types.push({ name: typeName.name, at: typeName.start })),
    TSInterfaceHeritage: ({ expression }) =>
      void (expression.type === 'Identifier' && types.push({ name: expression.name, at: expression.start })),
    JSXIdentifier: ({ name }) => void uses.add(name),
    Literal: ({ value }) => {
      if (typeof value === 'string' && /^(\.|@toolthread\/).*/.test(value)) loads.push({ from: value, words });
    },
  });
  visitor.visit({ ...program, body: [statement] });
  return { uses, loads, types };
}

function importedName(specifier: { readonly type: string; readonly imported?: NameNode }): string {
  if (specifier.type === 'ImportDefaultSpecifier') return 'default';
  return specifier.imported === undefined ? '*' : nameOf(specifier.imported);
}

type NameNode = { readonly name: string } | { readonly value: string };

function nameOf(node: NameNode): string {
  return 'name' in node ? node.name : node.value;
}
