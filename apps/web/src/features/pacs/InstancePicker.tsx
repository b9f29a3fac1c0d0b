import { Button } from '@mantine/core';
import type { PacsInstance, PacsSeries, PacsStudy } from '@second-read/contract/pacs';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isAbort } from '../../api/calls/errors.ts';
import { fetchPicture, instancesQuery } from '../../api/organization/pacs.ts';
import { rememberOrigin } from '../../api/organization/picture-origin.ts';
import { Found } from './Found.tsx';
import classes from './Pacs.module.css';
import type { PacsPicture, PacsStack } from './pacs-picture.ts';

interface InstancePickerProps {
  study: PacsStudy;
  series: PacsSeries;
  onPicture: (picture: PacsPicture) => void;
  onSeries: ((series: PacsStack) => void) | null;
}

/** One picture of a series, at first the one in the middle, which of a CT shows the most; or all of it. */
export function InstancePicker({ study, series, onPicture, onSeries }: InstancePickerProps) {
  const found = useQuery(instancesQuery(study.study_uid, series.series_uid));
  const instances = found.data?.instances ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const index = chosen ?? Math.floor(instances.length / 2);
  const instance = instances[index];
  const { fetched, isBusy, error, use, takeAll } = useFetched({ study, series, onPicture, onSeries });
  if (!instance) {
    const none = 'This series has no images.';
    return <Found query={found} waiting="Loading the images…" none={none} isCut={false} items={[]} />;
  }
  return (
    <>
      {instances.length > 1 && (
        <input
          className={classes.slider}
          type="range"
          aria-label="Image of the series"
          aria-valuetext={`Image ${index + 1} of ${instances.length}`}
          min={0}
          max={instances.length - 1}
          value={index}
          disabled={isBusy}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
      )}
      <p className={classes.status} role="status">
        {[
          `Image ${index + 1} of ${instances.length}`,
          chosen === null && instances.length > 2 && 'the middle one',
          ...factsOf(instance),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {found.data?.is_cut && <p className={classes.status}>The series has more images than are listed.</p>}
      <div className={classes.actions}>
        {error && (
          <p role="alert" className={classes.problem}>
            {error}
          </p>
        )}
        {fetched !== null && (
          <p role="status" className={classes.status}>
            {`${fetched} of ${instances.length} images fetched`}
          </p>
        )}
        {onSeries && instances.length > 1 && found.data?.is_cut === false && (
          <Button variant="default" disabled={isBusy} onClick={() => void takeAll(instances)}>
            {`Use all ${instances.length} images`}
          </Button>
        )}
        <Button loading={isBusy} onClick={() => void use(instance)}>
          Use this image
        </Button>
      </div>
    </>
  );
}

function factsOf({ number, rows, columns, frames }: PacsInstance): (string | false)[] {
  return [
    number !== null && `number ${number}`,
    rows !== null && columns !== null && `${columns} × ${rows} px`,
    frames > 1 && `${frames} frames; the middle one is analyzed`,
  ];
}

/** Has the server fetch pictures and hands them on as files. */
function useFetched({ study, series, onPicture, onSeries }: InstancePickerProps) {
  const [isBusy, setBusy] = useState(false);
  /** Of a whole series: how many are here. */
  const [fetched, setFetched] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const closed = useRef<AbortController | null>(null);
  // Whoever closes the dialog meanwhile wants no picture.
  useEffect(() => {
    const controller = new AbortController();
    closed.current = controller;
    return () => controller.abort();
  }, []);
  const fetchOne = async (instance: PacsInstance, name: string) => {
    const uids = { study: study.study_uid, series: series.series_uid, instance: instance.instance_uid };
    const { blob, origin } = await fetchPicture(uids, closed.current?.signal);
    return { file: new File([blob], name, { type: 'application/dicom' }), origin };
  };
  const busy = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (cause) {
      if (isAbort(cause)) return;
      setError(cause instanceof Error ? cause.message : 'The image could not be fetched.');
      setFetched(null);
      setBusy(false);
    }
  };
  const use = (instance: PacsInstance) =>
    busy(async () => {
      const { file, origin } = await fetchOne(instance, fileName(series, instance));
      onPicture({ file, origin, patientId: study.patient_id });
    });
  // One after the other: the archive serves others meanwhile.
  const takeAll = (instances: readonly PacsInstance[]) =>
    busy(async () => {
      const files: File[] = [];
      for (const [index, instance] of instances.entries()) {
        setFetched(index);
        const { file, origin } = await fetchOne(instance, `${index + 1}-${fileName(series, instance)}`);
        if (origin !== '') rememberOrigin(file, origin);
        files.push(file);
      }
      onSeries?.({ files, patientId: study.patient_id });
    });
  return { fetched, isBusy, error, use, takeAll };
}

/** For the screen alone; it says nothing of the patient. */
function fileName({ modality, number: series }: PacsSeries, { number }: PacsInstance): string {
  return `${['PACS', modality, series, number].filter((part) => part !== null && part !== '').join('-')}.dcm`;
}
