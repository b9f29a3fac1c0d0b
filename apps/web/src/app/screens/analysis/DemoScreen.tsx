import { DemoViewer } from '../../../features/demo/DemoViewer.tsx';
import { FindingList } from '../../../features/report/FindingList.tsx';
import { SeverityBadge } from '../../../features/report/SeverityBadge.tsx';
import { Page } from '../../../ui/page/Page.tsx';

/** The report viewer on three stored cases, open to visitors. */
export function DemoScreen() {
  return (
    <Page
      title="Demo"
      subtitle="Three mammograms read by the engine and stored with the product. Fade between image and segmentation, open the findings, compare the cases."
    >
      <DemoViewer
        renderFindings={(findings) => <FindingList findings={findings} />}
        renderCategory={(category) => <SeverityBadge category={category} />}
      />
    </Page>
  );
}
