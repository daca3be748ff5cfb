/** A step into a value: a name, or an index in a list. */
export type PathStep = string | number;

const STEP = /\.([A-Za-z_$][\w$-]*)|\[(\d{1,6})\]|\['((?:[^'\\]|\\.){0,2000})'\]|\["((?:[^"\\]|\\.){0,2000})"\]/y;

/** `readJsonPath('$.files[0].name')` gives `['files', 0, 'name']`; `undefined` for what is no plain path into an object. */
export function readJsonPath(path: string): readonly PathStep[] | undefined {
  if (!path.startsWith('$') || path.length > 2000) return undefined;
  const steps: PathStep[] = [];
  STEP.lastIndex = 1;
  while (STEP.lastIndex < path.length) {
    const found = STEP.exec(path);
    if (found === null) return undefined;
    const [, name, index, single, double] = found;
    steps.push(index === undefined ? (name ?? unescaped(single ?? double ?? '')) : Number(index));
  }
  return typeof steps[0] === 'string' ? steps : undefined;
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, '$1');
}
