import { useEffect, useState } from 'react';
import { useThreadSettings } from '../thread-settings.tsx';

/** `const [problem, setProblem] = useProblem()`: what went wrong, until it is over: when the server answers again, it is not told any more. */
export function useProblem(told?: boolean): readonly [string | undefined, (problem: string | undefined) => void] {
  const [problem, setProblem] = useState<string>();
  const settings = useThreadSettings();
  const reachable = told ?? settings.reachable ?? true;
  useEffect(() => {
    if (reachable) setProblem(undefined);
  }, [reachable]);
  return [problem, setProblem];
}
