/** What a user record's text is: words a person typed, or something the program put in their mouth. */
export type UserText =
  | {
      readonly kind: 'typed';
      readonly text: string;
    }
  | {
      readonly kind: 'command';
      readonly text: string;
    }
  | {
      readonly kind: 'injected';
      readonly rule: string;
    }
  | {
      readonly kind: 'interrupted';
    }
  | {
      readonly kind: 'summary';
      readonly text: string;
    };
/** `userText('<command-name>/clear</command-name>').kind === 'command'` */
export declare function userText(raw: string): UserText;
