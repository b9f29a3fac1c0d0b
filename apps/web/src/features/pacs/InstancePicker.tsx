import { Button } from '@mantine/core';
import type { PacsInstance, PacsSeries, PacsStudy } from '@second-read/contract/pacs';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isAbort } from '../../api/errors.ts';
import { fetchPicture, instancesQuery } from '../../api/pacs.ts';
import { Found } from './Found.tsx';
import classes from './Pacs.module.css';
import type { PacsPicture } from './pacs-picture.ts';

interface InstancePickerProps {
  study: PacsStudy;
  series: PacsSeries;
  onPicture: (picture: PacsPicture) => void;
}

/** One picture of a series: at first the one in the middle, which of a CT shows the most. */
export function InstancePicker({ study, series, onPicture }: InstancePickerProps) {
  const found = useQuery(instancesQuery(study.study_uid, series.series_uid));
  const instances = found.data?.instances ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const index = chosen ?? Math.floor(instances.length / 2);
  const instance = instances[index];
  const { isBusy, error, use } = useFetchedPicture(study, series, onPicture);
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

/** Has the server fetch a picture and hands it on as a file. */
function useFetchedPicture(study: PacsStudy, series: PacsSeries, onPicture: (picture: PacsPicture) => void) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const closed = useRef<AbortController | null>(null);
  // Whoever closes the dialog meanwhile wants no picture.
  useEffect(() => {
    const controller = new AbortController();
    closed.current = controller;
    return () => controller.abort();
  }, []);
  const use = async (instance: PacsInstance) => {
    setBusy(true);
    setError(null);
    try {
      const name = { study: study.study_uid, series: series.series_uid, instance: instance.instance_uid };
      const { blob, origin } = await fetchPicture(name, closed.current?.signal);
      const file = new File([blob], fileName(series, instance), { type: 'application/dicom' });
      onPicture({ file, origin, patientId: study.patient_id });
    } catch (cause) {
      if (isAbort(cause)) return;
      setError(cause instanceof Error ? cause.message : 'The image could not be fetched.');
      setBusy(false);
    }
  };
  return { isBusy, error, use };
}

/** For the screen alone; it says nothing of the patient. */
function fileName({ modality, number: series }: PacsSeries, { number }: PacsInstance): string {
  return `${['PACS', modality, series, number].filter((part) => part !== null && part !== '').join('-')}.dcm`;
}
