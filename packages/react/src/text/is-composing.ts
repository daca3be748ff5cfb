/**
 * Whether the key goes into an input method: the Enter that ends a word sends nothing. Safari says so by the key's number only.
 *
 * @example
 * isComposing({ isComposing: false, keyCode: 229 }); //=> true
 * isComposing({ isComposing: false, keyCode: 13 }); //=> false
 */
export function isComposing({
  isComposing: composes,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return composes || keyCode === IN_INPUT_METHOD;
}

const IN_INPUT_METHOD = 229;
