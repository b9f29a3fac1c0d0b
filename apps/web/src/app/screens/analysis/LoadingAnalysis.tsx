import { LoadingWorkspace } from '../../../ui/workspace/LoadingWorkspace.tsx';

/** While a stored report loads. */
export function LoadingAnalysis() {
  return (
    <>
      <title>Analysis Details · Second Read</title>
      <LoadingWorkspace label="Loading analysis" />
    </>
  );
}
