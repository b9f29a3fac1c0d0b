import { generatePath, useParams } from 'react-router';
import { useMay } from '../../../api/account/rights.ts';
import { useSession } from '../../../api/account/session.ts';
import { Administration } from '../../../features/administration/Administration.tsx';
import { ReadFirstSettings } from '../../../features/agreement/ReadFirstSettings.tsx';
import { AlarmForm } from '../../../features/alarms/AlarmForm.tsx';
import { LetterheadPanel } from '../../../features/letterhead/LetterheadPanel.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import '../../../ui/mantine-app.css';
import { paths } from '../../paths.ts';

/** Accounts, roles, settings and modules of the organization, for its administrators. */
export function AdministrationScreen() {
  const { user } = useSession();
  const { topic } = useParams();
  if (!useMay('administer')) {
    return (
      <Page title="Administration">
        <p>Only administrators of your organization manage its accounts, settings and modules.</p>
      </Page>
    );
  }
  return (
    <Page title="Administration" subtitle={user?.organisation.name}>
      <Administration
        topic={topic}
        addressOf={(id) => generatePath(paths.administrationTopic, { topic: id })}
        ownId={user?.id}
        letterhead={<LetterheadPanel />}
        alarms={<AlarmForm />}
        reading={<ReadFirstSettings canChange />}
      />
    </Page>
  );
}
