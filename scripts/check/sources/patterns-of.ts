import { parseSync, Visitor } from 'oxc-parser';

export interface Pattern {
  readonly pattern: string;
  readonly flags: string;
}

/**
 * Every pattern that a source writes down, and the texts that it puts patterns together of: those within `new RegExp(…)`, and those of the constants that are named there. Where a text leaves a
 * place for another, `x|x` is: nobody knows what comes there.
 */
export function patternsOf(file: string, source: string): readonly Pattern[] {
  const literals: Pattern[] = [];
  const texts: Piece[] = [];
  const names: Piece[] = [];
  const constants = new Map<string, Span>();
  const made: { readonly span: Span; readonly flags: string }[] = [];
  const raw = new Set<number>();
  new Visitor({
    Literal(literal) {
      if ('regex' in literal) literals.push(literal.regex);
      if (typeof literal.value === 'string') texts.push({ ...spanOf(literal), text: literal.value });
    },
    TaggedTemplateExpression({ quasi }) {
      raw.add(quasi.start);
    },
    TemplateLiteral(template) {
      const isRaw = raw.has(template.start);
      const words = template.quasis.map(({ value }) => (isRaw ? value.raw : (value.cooked ?? value.raw)));
      texts.push({ ...spanOf(template), text: words.join('x|x') });
    },
    Identifier(identifier) {
      names.push({ ...spanOf(identifier), text: identifier.name });
    },
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init) constants.set(id.name, spanOf(init));
    },
    NewExpression({ callee, arguments: [first, second] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'RegExp' || first === undefined) return;
      const isWritten = second?.type === 'Literal' && typeof second.value === 'string';
      made.push({ span: spanOf(first), flags: isWritten ? String(second.value) : '' });
    },
  }).visit(parseSync(file, source).program);
  const together = made.flatMap(({ span, flags }) =>
    reached(span, names, constants).flatMap((place) =>
      texts.filter((text) => isWithin(text, place)).map(({ text }) => ({ pattern: text, flags })),
    ),
  );
  return [...literals, ...together];
}

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Piece extends Span {
  readonly text: string;
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}

function isWithin(inner: Span, outer: Span): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

/** A place, and the constants that are named in it, and those that are named in them. */
function reached(first: Span, names: readonly Piece[], constants: ReadonlyMap<string, Span>): readonly Span[] {
  const places = new Set([first]);
  for (const place of places)
    for (const name of names) {
      const constant = isWithin(name, place) ? constants.get(name.text) : undefined;
      if (constant !== undefined) places.add(constant);
    }
  return [...places];
}
