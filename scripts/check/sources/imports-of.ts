import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';

/** Every module a source file names: imports, re-exports, `import()` with a literal, and `import('…')` types. */
export function importsOf(file: string): string[] {
  const found: string[] = [];
  const visitor = new Visitor({
    ImportDeclaration: (node) => void found.push(node.source.value),
    ExportAllDeclaration: (node) => void found.push(node.source.value),
    ExportNamedDeclaration: (node) => void (node.source && found.push(node.source.value)),
    ImportExpression: ({ source }) => {
      if (source.type === 'Literal' && typeof source.value === 'string') found.push(source.value);
    },
    TSImportType: (node) => void found.push(node.source.value),
  });
  visitor.visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return found;
}
