/** `link-…`: what opens one thread for reading. */
export function isLinkSecret(text: string): boolean {
  return /^link-[\w-]{43}$/.test(text);
}
