import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { encode } from 'uqr';
import { setUpSecondFactor } from '../../api/account/accounts.ts';
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

/** A QR code, drawn as one path: no picture to load, no inline style. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 0 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
