import { Switch } from '@mantine/core';
import { manifestOf } from '@second-read/analyses/manifests';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { agreementQuery, chooseReadFirst } from '../../api/reports/opinions.ts';
import { StatusLine } from '../../ui/page/StatusLine.tsx';
import classes from './Agreement.module.css';
import { AgreementTable } from './AgreementTable.tsx';
import { ReadFirstSettings } from './ReadFirstSettings.tsx';

/** Reading before the machine: how often both agree, the reader's own choice, the organization's settings. */
export function Agreement({ canChange }: { canChange: boolean }) {
  const client = useQueryClient();
  const query = useQuery(agreementQuery);
  const choose = useMutation({
    mutationFn: ({ module, isOn }: { module: string; isOn: boolean }) => chooseReadFirst(module, isOn),
    onSettled: () => client.invalidateQueries(),
  });
  if (query.isError) {
    return (
      <StatusLine onRetry={() => void query.refetch()} isBusy={query.isFetching}>
        The agreement could not be loaded. {query.error.message}
      </StatusLine>
    );
  }
  if (!query.data) return <p className={classes.quiet}>Loading…</p>;
  const { modules, choices } = query.data;
  return (
    <>
      <section className={classes.part}>
        <h2>Agreement</h2>
        <p className={classes.quiet}>
          Opinions given without sight of the result, by whether they call a report abnormal. Kappa is what of
          the agreement is beyond chance (Cohen, 1960).
        </p>
        <AgreementTable lines={modules} />
      </section>
      {choices.length > 0 && (
        <section className={classes.part}>
          <h2>Your choice</h2>
          {choose.error && <p role="alert">{choose.error.message}</p>}
          {choices.map(({ module, is_on: isOn }) => (
            <Switch
              key={module}
              label={`${manifestOf(module).historyLabel}: hide results from me until I give my opinion`}
              checked={isOn}
              disabled={choose.isPending}
              onChange={(event) => choose.mutate({ module, isOn: event.currentTarget.checked })}
            />
          ))}
        </section>
      )}
      <section className={classes.part}>
        <h2>How your organization reads</h2>
        <ReadFirstSettings canChange={canChange} />
      </section>
    </>
  );
}
