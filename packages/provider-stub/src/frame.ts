/** One event of a stream, before it is bytes. */
export interface Frame {
  readonly event?: string;
  readonly data: string;
  /** What a fault needs to know of it. */
  readonly holds?: 'arguments' | 'finish';
}

export function frame(data: object, more: Omit<Frame, 'data'> = {}): Frame {
  return { ...more, data: JSON.stringify(data) };
}

export function frameText({ event, data }: Frame): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`;
}
