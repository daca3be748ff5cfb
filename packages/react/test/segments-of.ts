import { type Segment, SegmentReader } from '../src/markdown/segment-reader.ts';

/** All segments of a whole text: `segmentsOf('a\n\nb').length === 2` */
export function segmentsOf(text: string): readonly Segment[] {
  return new SegmentReader().read(text, true).flat();
}
