/** What the page says before there is a thread: who answers here, and what a newcomer may ask. */
export interface ServerInfo {
  readonly agent: string;
  /** Who can be named in a message: `['pm', 'coder']`, written `@pm`. */
  readonly members?: readonly string[];
  /** `language: 'de'`: it is for those who read the page in German, in the place of all others. Without one it is in English, and for those to whom nothing is offered in their own language. */
  readonly prompts: readonly { readonly title: string; readonly text: string; readonly language?: string }[];
  /** Whoever has a link to one thread is told none of it, and people with threads of their own no home. */
  readonly folders?: Folders;
}

interface Folders {
  /** Where threads work for which nobody chose a folder. */
  readonly usual?: string | undefined;
  /** Of whoever runs the server: a page names it `~`. */
  readonly home?: string | undefined;
}
