import { Button, TextInput } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { fetchPatientAccess, fetchPatientAccessCsv } from '../../api/organization/audit.ts';
import { saveFile } from '../../ui/save-file.ts';
import classes from './Audit.module.css';
import { AuditTable } from './AuditTable.tsx';

/** Who saw what of one patient. The patient ID stays out of the address, and each look is an entry itself. */
export function PatientAccess() {
  const [typed, setTyped] = useState('');
  const [patientId, setPatientId] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPatientId(typed.trim());
  };
  return (
    <details className={classes.patient}>
      <summary>Access to a patient</summary>
      <p>Every entry about the reports and images of one patient, as a patient may ask for it.</p>
      <form className={classes.head} onSubmit={submit}>
        <TextInput
          label="Patient ID"
          required
          maxLength={200}
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit" disabled={typed.trim() === ''}>
          Show access
        </Button>
      </form>
      {patientId && <Entries key={patientId} patientId={patientId} />}
    </details>
  );
}

function Entries({ patientId }: { patientId: string }) {
  const access = useInfiniteQuery({
    queryKey: ['patient-access', patientId],
    queryFn: ({ pageParam, signal }) => fetchPatientAccess(patientId, pageParam, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    gcTime: 0,
  });
  const download = useMutation({
    mutationFn: () => fetchPatientAccessCsv(patientId),
    onSuccess: (file) => saveFile(file, 'patient-access.csv'),
  });
  if (access.isPending) return <p role="status">Loading...</p>;
  if (access.isError) return <p role="alert">{access.error.message}</p>;
  const entries = access.data.pages.flatMap((page) => page.entries);
  const reports = access.data.pages[0]?.reports ?? 0;
  if (reports === 0) return <p role="status">Your organization has no report of this patient ID.</p>;
  return (
    <section aria-label="Access to the patient">
      <div className={classes.head}>
        <p role="status">
          {`${entries.length} entries about ${reports} ${reports === 1 ? 'report' : 'reports'}, newest first`}
        </p>
        <Button
          variant="default"
          size="compact-sm"
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          Download CSV
        </Button>
      </div>
      {download.isError && <p role="alert">{download.error.message}</p>}
      <AuditTable entries={entries} isShown={() => true} onSubject={() => undefined} />
      {access.hasNextPage && (
        <Button variant="default" onClick={() => void access.fetchNextPage()}>
          Show older entries
        </Button>
      )}
    </section>
  );
}
