import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { setUpSecondFactor } from '../../api/account/accounts.ts';
import { QrCode } from './QrCode.tsx';
import classes from './SecondFactorSecret.module.css';

interface SecondFactorSecretProps {
  identifier: string;
  password: string;
}

/** A new secret for an authenticator app: to scan, to open there, or to type. */
export function SecondFactorSecret({ identifier, password }: SecondFactorSecretProps) {
  const setup = useQuery({
    queryKey: ['second factor', 'secret', identifier],
    queryFn: () => setUpSecondFactor(identifier, password),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  if (!setup.data) return <p role="status">{setup.isError ? setup.error.message : 'Preparing a secret…'}</p>;
  const { uri, secret } = setup.data;
  return (
    <div className={classes.secret}>
      <QrCode text={uri} label="Secret for an authenticator app" />
      <p>
        Scan this with your authenticator app,{' '}
        <Anchor href={uri} inherit>
          open it there
        </Anchor>
        , or type <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>. Then enter the code that it shows.
      </p>
    </div>
  );
}
