import { parseSync } from 'oxc-parser';

export interface FunctionShape {
  readonly name: string;
  /** The same for two functions that differ in types, spacing, comments and the names of their own variables, and in nothing else. */
  readonly shape: string;
  /** How many parts its syntax has. */
  readonly size: number;
}

/** `functionShapes('a.ts', source)`: of every function with a name and of every method. */
export function functionShapes(file: string, source: string): readonly FunctionShape[] {
  const found: FunctionShape[] = [];
  const program: unknown = parseSync(file, source).program;
  if (!isSyntax(program)) return [];
  visit(program, (node) => {
    const given = named(node);
    if (given !== undefined) found.push({ name: given.name, ...shapeOf(given.body) });
  });
  return found;
}

interface Syntax {
  readonly type: string;
  readonly [field: string]: unknown;
}

function named(node: Syntax): { readonly name: string; readonly body: Syntax } | undefined {
  const { type, id, key, value } = node;
  if (type === 'FunctionDeclaration' && isSyntax(id)) return { name: String(id['name']), body: alone(node) };
  const isMethod = type === 'MethodDefinition' && isSyntax(key) && isSyntax(value);
  return isMethod && key['name'] !== 'constructor' ? { name: String(key['name']), body: alone(value) } : undefined;
}

/** A method is a function. */
function alone({ params, body, async, generator }: Syntax): Syntax {
  return { type: 'function', params, body, async, generator };
}

/** Where something is, and what only the compiler reads. */
const UNSEEN: ReadonlySet<string> = new Set(
  'start end range loc parent raw typeAnnotation returnType typeParameters typeArguments accessibility'.split(' '),
);

function shapeOf(body: Syntax): Pick<FunctionShape, 'shape' | 'size'> {
  const own = new Map<string, string>();
  let size = 0;
  visit(body, (node) => {
    size += 1;
    if (node.type === 'VariableDeclarator') bind(node['id'], own);
    if (node.type === 'CatchClause') bind(node['param'], own);
    if (Array.isArray(node['params'])) for (const param of node['params']) bind(param, own);
  });
  const shape = JSON.stringify(body, (field, value: unknown) => {
    if (UNSEEN.has(field)) return undefined;
    if (typeof value === 'bigint') return `${value}n`;
    if (isSyntax(value) && value.type === 'Identifier' && field !== 'property' && field !== 'key') {
      return own.get(String(value['name'])) ?? value;
    }
    return value;
  });
  return { shape, size };
}

/** The names that a pattern gives. */
function bind(pattern: unknown, own: Map<string, string>): void {
  if (!isSyntax(pattern)) return;
  visit(pattern, (node) => {
    if (node.type === 'Identifier') own.set(String(node['name']), `own ${own.size}`);
  });
}

function visit(node: Syntax, look: (node: Syntax) => void): void {
  look(node);
  for (const [field, value] of Object.entries(node)) {
    if (UNSEEN.has(field)) continue;
    for (const inner of Array.isArray(value) ? value : [value]) if (isSyntax(inner)) visit(inner, look);
  }
}

function isSyntax(value: unknown): value is Syntax {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
