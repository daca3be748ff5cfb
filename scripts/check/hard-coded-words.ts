import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Expression, type JSXElement, type JSXExpressionContainer, parseSync, Visitor } from 'oxc-parser';

/** Attributes that a reader sees or hears. */
const heard = new Set(['aria-label', 'title', 'placeholder', 'alt']);
/** Names that are the same in every language; and what is on the keyboard, or is typed. */
const names = /\b(?:Toolthread|HTML|Markdown|JSON)\b/g;
const typed = new Set(['kbd', 'KeyHint', 'code']);

/** Of core: they take the language last. */
const inLanguages = new Set(['formatDuration', 'formatMeta', 'formatSize']);

type Inside = Expression | JSXExpressionContainer['expression'];

/** One line for each word of the parts or the page that no other language can say, and for each style that knows left from right. */
export function checkHardCodedWords(root: string): string[] {
  const find = (pattern: string): string[] =>
    globSync(`{packages/react,apps/web}/src/**/*.${pattern}`, { cwd: root, exclude: ['**/*.test.*'] }).toSorted();
  return [
    ...find('{ts,tsx}').flatMap((file) => wordsIn(file, readFileSync(join(root, file), 'utf8'))),
    ...find('css').flatMap((file) => sidesIn(file, readFileSync(join(root, file), 'utf8'))),
  ];
}

function wordsIn(file: string, text: string): string[] {
  const problems: string[] = [];
  const tell = (words: string): void => {
    const said = words.replace(/\s+/g, ' ').trim();
    if (/\p{L}{2,}/u.test(said.replace(names, '')))
      problems.push(`${file}: “${said}” is said in English only; use say`);
  };
  new Visitor({
    JSXElement(element) {
      if (typed.has(nameOf(element))) return;
      for (const child of element.children) {
        if (child.type === 'JSXText') tell(child.value);
        if (child.type === 'JSXExpressionContainer') literalsIn(child.expression).forEach(tell);
      }
    },
    JSXAttribute({ name, value }) {
      if (typeof name.name !== 'string' || !heard.has(name.name) || value === null) return;
      if (value.type === 'Literal') tell(String(value.value));
      if (value.type === 'JSXExpressionContainer') literalsIn(value.expression).forEach(tell);
    },
    CallExpression({ callee, arguments: [phrase, values] }) {
      const called = callee.type === 'MemberExpression' ? callee.property : callee;
      if (called.type === 'Identifier' && inLanguages.has(called.name) && values === undefined)
        problems.push(`${file}: ${called.name} speaks English where no language is given`);
      if (called.type !== 'Identifier' || called.name !== 'say') return;
      if (phrase?.type !== 'Literal' || typeof phrase.value !== 'string') return;
      const places = Array.from(phrase.value.matchAll(/\{(\w+)\}/g), ([, place = '']) => place).toSorted();
      const given = values === undefined ? [] : givenIn(values);
      if (given !== undefined && given.join() !== places.join()) {
        problems.push(`${file}: “${phrase.value}” is given ${given.join(', ') || 'nothing'}`);
      }
    },
  }).visit(parseSync(file, text).program);
  return problems;
}

/** What may be drawn as it is here: a text, or one of two. */
function literalsIn(node: Inside): string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.raw);
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate].flatMap(literalsIn);
  return node.type === 'LogicalExpression' ? literalsIn(node.right) : [];
}

/** Undefined if it is no object that is written here. */
function givenIn(values: { readonly type: string }): string[] | undefined {
  if (!('properties' in values) || !Array.isArray(values.properties)) return undefined;
  return values.properties.map((property) => String(property.key?.name)).toSorted();
}

function nameOf({ openingElement: { name } }: JSXElement): string {
  return name.type === 'JSXIdentifier' ? name.name : '';
}

/** Sides by the direction of reading, so that a page may be read from the right. */
function sidesIn(file: string, text: string): string[] {
  const declarations = Array.from(text.matchAll(/^\s*([\w-]+):\s*([^;{}]+);/gm), ([, name = '', value = '']) => ({
    name,
    value,
  }));
  return declarations.flatMap(({ name, value }) => {
    const told = `${file}: “${name}: ${value}”`;
    if (/(?:^|-)(?:left|right)(?:-|$)/.test(name) || /^(?:left|right)$/.test(value))
      return [`${told} knows left from right`];
    if (name === 'content' && /['"][^'"]*\p{L}{2,}/u.test(value)) return [`${told} is said in English only`];
    const [, right, , left] = value.split(/\s+(?![^(]*\))/);
    const sides =
      /^(?:margin|padding|inset|border-(?:width|color|style))$/.test(name) && left !== undefined && left !== right;
    return sides ? [`${told} knows left from right`] : [];
  });
}
