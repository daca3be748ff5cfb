/**
 * Control characters as pictures of themselves, so that no text moves a cursor, clears a screen or colours what follows ([L7]).
 * Newlines and tabs stay. `visible('\u001b[2J') === '␛[2J'`
 */
export function visible(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(/\p{Cc}/gu, (control) => {
    if (control === '\n' || control === '\t') return control;
    const code = control.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? '␡' : '\ufffd';
  });
}
