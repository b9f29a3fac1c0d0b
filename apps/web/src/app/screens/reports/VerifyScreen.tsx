import { useNavigate, useParams } from 'react-router';
import { CodeForm } from '../../../features/verify/CodeForm.tsx';
import { Verification } from '../../../features/verify/Verification.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import '../../../ui/mantine-app.css';

/** Whether a printed report was signed as it says; for anyone who holds it, without signing in. */
export function VerifyScreen() {
  const code = useParams().code ?? '';
  const navigate = useNavigate();
  return (
    <Page title="Verify a Report" subtitle="The code stands at the head of each signed report">
      <CodeForm
        key={code}
        code={code}
        onCheck={(typed) => void navigate(`/verify/${encodeURIComponent(typed)}`)}
      />
      {code !== '' && <Verification code={code} />}
    </Page>
  );
}
