import { Evaluations } from '../../features/performance/Evaluations.tsx';
import { Page } from '../../ui/page/Page.tsx';

/** The measured figures behind the claim on the landing page. */
export function PerformanceScreen() {
  return (
    <Page
      title="Measured performance"
      subtitle="“99.9% accuracy” is a product claim, not a measured clinical result. These are the figures that the evaluation of each module wrote, on public data and with held-out cases, with their uncertainty. No clinical study has been done."
    >
      <Evaluations />
    </Page>
  );
}
