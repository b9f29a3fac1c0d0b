import { loginReply } from '../apps/contract/src/accounts.ts';

/** The Authorization header of a new session. */
export async function signIn(
  address: string,
  { username, password }: { username: string; password: string },
): Promise<string> {
  const reply = await fetch(`${address}/api/accounts/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (!reply.ok) throw new Error(`signing in: ${reply.status} ${await reply.text()}`);
  return `Bearer ${loginReply.parse(await reply.json()).access}`;
}
