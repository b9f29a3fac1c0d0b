import type { VerifyReply } from '@second-read/contract/reviews';
import { stateWords } from '@second-read/core/review/states';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/calls/errors.ts';
import { fetchVerification } from '../../api/reports/worklist.ts';
import { formatDate } from '../../ui/format/format-date.ts';
import { LoadingRows } from '../../ui/page/LoadingRows.tsx';
import { StatusLine } from '../../ui/page/StatusLine.tsx';
import classes from './Verification.module.css';

/** What the code of a printed report stands for: nothing of the patient and nothing of the findings. */
export function Verification({ code }: { code: string }) {
  const reply = useQuery({
    queryKey: ['verify', code],
    queryFn: ({ signal }) => fetchVerification(code, signal),
    retry: false,
  });
  if (reply.isPending) return <LoadingRows label="Looking the code up…" count={4} height={36} />;
  if (reply.isError) {
    if (reply.error instanceof ApiError && (reply.error.status === 404 || reply.error.status === 400)) {
      return <p role="alert">No signed report has this code. Compare it with the paper, letter by letter.</p>;
    }
    return (
      <StatusLine onRetry={() => void reply.refetch()} isBusy={reply.isFetching}>
        The code could not be checked. {reply.error.message}
      </StatusLine>
    );
  }
  return <Told told={reply.data} />;
}

function Told({ told }: { told: VerifyReply }) {
  const facts = [
    ['State', stateWords[told.state]],
    ['Version', String(told.version)],
    ['Signed by', told.signed_by],
    ['Signed', formatDate(told.signed_at)],
    ['Report', told.module_name],
    ...(told.withdrawn_at ? [['Withdrawn', formatDate(told.withdrawn_at)]] : []),
  ];
  return (
    <>
      {told.replaced_by !== undefined && (
        <p role="alert" className={classes.warning}>
          This version was replaced by version {told.replaced_by}: ask for the newer report.
        </p>
      )}
      {told.state === 'withdrawn' && (
        <p role="alert" className={classes.warning}>
          This report was withdrawn and is no longer valid.
        </p>
      )}
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
