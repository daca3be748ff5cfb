/** Reads values of unknown type. Not shared with the codecs, which the stub has to check independently. */
export type Shape = { readonly [key: string]: unknown };

export function isShape(value: unknown): value is Shape {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `{}` for what is not an object. */
export function shapeOf(value: unknown): Shape {
  return isShape(value) ? value : {};
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

export function listOf(value: unknown): readonly unknown[] {
  return isList(value) ? value : [];
}

export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The fields that are not known. */
export function unknownKeys(shape: Shape, known: readonly string[]): string[] {
  return Object.keys(shape).filter((key) => !known.includes(key));
}

/** Whether some string, or some key, holds half a character. Not recursive: a request may be deep. */
export function hasLoneSurrogate(root: unknown): boolean {
  const open: unknown[] = [root];
  for (let value = open.pop(); value !== undefined || open.length > 0; value = open.pop()) {
    if (typeof value === 'string') {
      if (LONE_SURROGATE.test(value)) return true;
    } else if (isList(value)) {
      for (const item of value) open.push(item);
    } else if (isShape(value)) {
      for (const [key, item] of Object.entries(value)) {
        if (LONE_SURROGATE.test(key)) return true;
        open.push(item);
      }
    }
  }
  return false;
}

const LONE_SURROGATE = /\p{Surrogate}/u;

export function isBase64(value: unknown): boolean {
  return (
    typeof value === 'string' && value.length > 0 && value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value)
  );
}

/** A long list of names: `words('model messages tools')`. */
export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
