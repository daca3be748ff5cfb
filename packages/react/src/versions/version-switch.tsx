import type { ReactNode } from 'react';
import { useLanguage } from '../labels/use-language.ts';
import { useCourse } from './course-context.ts';

/** `‹ 2/3 ›`: the ways the thread went on from here. Nothing if there is one. */
export function VersionSwitch({ at }: { readonly at: string }): ReactNode {
  const { say } = useLanguage();
  const course = useCourse();
  const versions = course?.versions.get(at);
  const onVersion = course?.onVersion;
  if (versions === undefined || onVersion === undefined) return null;
  const { ends, shown } = versions;
  const step = (label: 'Earlier version' | 'Later version', sign: string, to: number): ReactNode => (
    <button
      type="button"
      className="tt-version-step"
      aria-label={say(label)}
      title={say(label)}
      disabled={to < 0 || to >= ends.length}
      onClick={() => onVersion(ends[to])}
    >
      {sign}
    </button>
  );
  return (
    <span role="group" aria-label={say('Versions')}>
      {step('Earlier version', '‹', shown - 1)}
      <span aria-label={say('Version {n} of {all}', { n: shown + 1, all: ends.length })}>
        {shown + 1}/{ends.length}
      </span>
      {step('Later version', '›', shown + 1)}
    </span>
  );
}
