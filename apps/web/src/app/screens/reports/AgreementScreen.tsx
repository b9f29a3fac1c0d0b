import { useMay } from '../../../api/account/rights.ts';
import { Agreement } from '../../../features/agreement/Agreement.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import '../../../ui/mantine-app.css';
import { paths } from '../../paths.ts';

/** Reading before the machine and by two readers: agreement, choices and settings. */
export function AgreementScreen() {
  const [mayRead, mayChange] = [useMay('read'), useMay('administer')];
  return (
    <Page
      title="Reading first"
      subtitle="Readers give their opinion before they see a result; both are compared"
      actions={
        <LinkButton to={paths.worklist} variant="default">
          Worklist
        </LinkButton>
      }
    >
      {mayRead ? (
        <Agreement canChange={mayChange} />
      ) : (
        <p>Your role sees the reports of what you uploaded.</p>
      )}
    </Page>
  );
}
