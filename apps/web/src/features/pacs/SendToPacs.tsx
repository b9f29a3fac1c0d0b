import { Button, Checkbox } from '@mantine/core';
import { moduleOf } from '@second-read/analyses/catalogue';
import type { Push, PushForm } from '@second-read/contract/pacs';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { useQuery } from '@tanstack/react-query';
import { pushesQuery } from '../../api/organization/pacs.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { LoadingRows } from '../../ui/page/LoadingRows.tsx';
import { StatusLine } from '../../ui/page/StatusLine.tsx';
import classes from './Pacs.module.css';
import { PushState } from './PushState.tsx';
import { type SendOrder, useSending } from './use-sending.ts';

interface Offered {
  /** A report of several pictures: forms of a single picture are not offered. */
  readonly isExam: boolean;
  /** Whether the reader chose images of the report. */
  readonly hasKeyImages: boolean;
}

interface SendToPacsProps extends SendOrder, Offered {
  opened: boolean;
  onClose: () => void;
}

/** Which forms of a report go to the PACS, and what became of those that went. */
export function SendToPacs({ opened, onClose, ...order }: SendToPacsProps) {
  return (
    <Dialog size="lg" title="Send to PACS" opened={opened} onClose={onClose}>
      <Forms {...order} />
    </Dialog>
  );
}

const labels: readonly (readonly [PushForm, string])[] = [
  ['dicom-sr', 'Structured report'],
  ['dicom-cad-sr', 'Mammography CAD'],
  ['dicom-seg', 'Segmentation'],
  ['dicom-sc', 'Secondary capture'],
  ['dicom-picture', 'Analyzed image'],
  ['dicom-pdf', 'Report as PDF'],
  ['dicom-ko', 'Key images'],
];

function Forms({ isExam, hasKeyImages, ...order }: SendOrder & Offered) {
  const pushes = useQuery(pushesQuery(order));
  const joinsStudy = pushes.data?.joins_study ?? false;
  const sending = useSending(order, joinsStudy);
  if (pushes.isPending) return <LoadingRows label="Checking what was sent…" count={3} height={36} />;
  if (pushes.error && !pushes.data) {
    return (
      <StatusLine onRetry={() => void pushes.refetch()} isBusy={pushes.isFetching}>
        {pushes.error.message}
      </StatusLine>
    );
  }
  const stateOf = (form: PushForm): Push | undefined =>
    pushes.data?.pushes.find((push) => push.form === form);
  const forms = offered(order.manifest, { isExam, hasKeyImages }, joinsStudy);
  const chosen = sending.chosen.filter(
    (form) => forms.some(([each]) => each === form) && stateOf(form)?.state !== 'queued',
  );
  return (
    <>
      <p className={classes.status}>
        {joinsStudy
          ? 'The results join the study of the image, if the PACS has the same patient ID there.'
          : 'The image came as a file: the results become a study of their own, under the Patient ID of this report.'}
      </p>
      {forms.map(([form, label]) => {
        const push = stateOf(form);
        return (
          <div key={form} className={classes.choice}>
            <Checkbox
              label={label}
              checked={sending.chosen.includes(form)}
              disabled={sending.isBusy || push?.state === 'queued'}
              onChange={(event) => sending.choose(form, event.currentTarget.checked)}
            />
            {push && (
              <PushState push={push} onAgain={() => void sending.send([form])} isBusy={sending.isBusy} />
            )}
          </div>
        );
      })}
      <div className={classes.actions}>
        {sending.error && (
          <p role="alert" className={classes.problem}>
            {sending.error}
          </p>
        )}
        <Button
          disabled={chosen.length === 0}
          loading={sending.isBusy}
          onClick={() => void sending.send(chosen)}
        >
          Send
        </Button>
      </div>
    </>
  );
}

/** Segmentation and CAD report of an exam refer to the pictures of the study that they join. */
function offered({ id }: ModuleManifest, { isExam, hasKeyImages }: Offered, joinsStudy: boolean) {
  const { coding, exam } = moduleOf(id);
  const needs: Readonly<Partial<Record<PushForm, boolean>>> = {
    'dicom-cad-sr': coding.cad !== undefined && (!isExam || joinsStudy),
    'dicom-seg': !isExam || (joinsStudy && exam?.noun === 'slice'),
    'dicom-sc': !isExam,
    'dicom-picture': !isExam,
    'dicom-ko': hasKeyImages && (!isExam || joinsStudy),
  };
  return labels.filter(([form]) => needs[form] ?? true);
}
