/** What another participant said, where only one voice can be heard: `chatLine('@pm', 'We begin.') === '[Chat from @pm]: We begin.'` */
export function chatLine(author: string, text: string): string {
  return `[Chat from ${author}]: ${text}`;
}
