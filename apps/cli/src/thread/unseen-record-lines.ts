import { BLANK, line, span } from '../terminal/line.ts';
import type { Line } from '../terminal/line.ts';
import { unseenRecords } from './unseen-records.ts';

/** What is not on the lines is below the turns, each as what it is. */
export function* unseenRecordLines(...piece: Parameters<typeof unseenRecords>): Iterable<Line> {
  for (const { head, text } of unseenRecords(...piece)) {
    yield BLANK;
    yield line([span(head, 'careful')]);
    yield line([span(text, 'faint')], 2);
  }
}
