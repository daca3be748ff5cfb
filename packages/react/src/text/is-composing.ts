/** Whether the key goes into an input method: the Enter that ends a word sends nothing. Safari says so by the key's number only. */
export function isComposing({ isComposing: composes, keyCode }: KeyboardEvent): boolean {
  return composes || keyCode === IN_INPUT_METHOD;
}

const IN_INPUT_METHOD = 229;
