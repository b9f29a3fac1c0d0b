import { Button } from '@mantine/core';
import type { PacsSeries, PacsStudy, StudiesQuery } from '@second-read/contract/pacs';
import { useState } from 'react';
import { IconArrowLeft } from '../../ui/icons/tool-icons.ts';
import { InstancePicker } from './InstancePicker.tsx';
import classes from './Pacs.module.css';
import { PacsSearch } from './PacsSearch.tsx';
import type { PacsPicture, PacsStack } from './pacs-picture.ts';
import { SeriesList } from './SeriesList.tsx';
import { StudyList } from './StudyList.tsx';

interface PacsBrowserProps {
  patientId: string;
  onPicture: (picture: PacsPicture) => void;
  onSeries: ((series: PacsStack) => void) | null;
}

/** From a search to a study, its series, one picture; and back a step at a time. */
export function PacsBrowser({ patientId, onPicture, onSeries }: PacsBrowserProps) {
  const [search, setSearch] = useState<StudiesQuery | null>(null);
  const [fields, setFields] = useState({
    patient_id: patientId,
    accession_number: '',
    date_from: '',
    date_to: '',
  });
  const [study, setStudy] = useState<PacsStudy | null>(null);
  const [series, setSeries] = useState<PacsSeries | null>(null);
  if (study && series) {
    return (
      <>
        <Way to="Series" here={titleOf(series)} onBack={() => setSeries(null)} />
        <InstancePicker study={study} series={series} onPicture={onPicture} onSeries={onSeries} />
      </>
    );
  }
  if (study) {
    return (
      <>
        <Way to="Studies" here={study.patient_name || study.patient_id} onBack={() => setStudy(null)} />
        <SeriesList study={study.study_uid} onChoose={setSeries} />
      </>
    );
  }
  return (
    <>
      <PacsSearch fields={fields} onChange={setFields} onSearch={() => setSearch(fields)} />
      {search && <StudyList search={search} onChoose={setStudy} />}
    </>
  );
}

function Way({ to, here, onBack }: { to: string; here: string; onBack: () => void }) {
  return (
    <div className={classes.way}>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        onClick={onBack}
        data-autofocus
      >
        {to}
      </Button>
      <p className={classes.here}>{here}</p>
    </div>
  );
}

function titleOf({ description, modality, number }: PacsSeries): string {
  return description || `${modality} series ${number ?? ''}`.trim();
}
