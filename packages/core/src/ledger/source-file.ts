/**
 * What became of the file that a thread is read from. `rewritten`: what was read of it stands there no more; it was cut, too. `there`: it is back, as it
 * was. `noticed_at`: since when that is known.
 */
export interface SourceFile {
  readonly is: 'gone' | 'rewritten' | 'there';
  readonly noticed_at: number;
}
