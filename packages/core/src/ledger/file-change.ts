/** What became of one file. */
export interface FileChange {
  readonly path: string;
  /** The blob with the content as it was. Absent: there was no such file. */
  readonly before?: string;
  /** The blob with the content as it is. Absent: it was removed. */
  readonly after?: string;
  /** Lines; absent if the content is no text. */
  readonly added?: number;
  readonly removed?: number;
}
