import { defaultSettings } from '@second-read/contract/settings';
import { startTestServer, type TestServer, testPassword } from '../../../testing/test-server.ts';
import { ensureAccount } from '../../accounts/index.ts';

/** A server with two readers and a senior reader of one organization. */
export async function startReadFirst() {
  const server = await startTestServer({ environment: { UPLOAD_LIMIT: '1000' } });
  const [ada, ben] = [await server.bearer('ada'), await server.bearer('ben')];
  const { organisationId } = await server.signIn('ada');
  const account = { username: 'cleo', email: 'cleo@clinic.example', fullName: 'Cleo', organisationId };
  await ensureAccount({ ...account, password: testPassword }, server.context);
  const cleo = await server.bearer('cleo');
  await server.context.pool.query("UPDATE users SET role = 'reader' WHERE username IN ('ada', 'ben')");
  await server.context.pool.query("UPDATE users SET role = 'senior_reader' WHERE username = 'cleo'");
  return { server, ada, ben, cleo };
}

/** The settings of the organization, over the usual ones. */
export async function setOrganization(
  server: TestServer,
  settings: Partial<typeof defaultSettings>,
): Promise<void> {
  const { organisationId } = await server.signIn('ada');
  await server.context.pool.query(
    `INSERT INTO organization_settings (organisation_id, settings, updated_at) VALUES ($1, $2, now())
     ON CONFLICT (organisation_id) DO UPDATE SET settings = $2`,
    [organisationId, { ...defaultSettings, ...settings }],
  );
}
