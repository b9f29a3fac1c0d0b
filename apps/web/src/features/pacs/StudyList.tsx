import type { PacsStudy, StudiesQuery } from '@second-read/contract/pacs';
import { useQuery } from '@tanstack/react-query';
import { studiesQuery } from '../../api/organization/pacs.ts';
import { Found } from './Found.tsx';

interface StudyListProps {
  search: StudiesQuery;
  onChoose: (study: PacsStudy) => void;
}

export function StudyList({ search, onChoose }: StudyListProps) {
  const found = useQuery(studiesQuery(search));
  return (
    <Found
      query={found}
      waiting="Searching the PACS…"
      none="No studies found."
      isCut={found.data?.is_cut ?? false}
      items={(found.data?.studies ?? []).map((study) => ({
        key: study.study_uid,
        title: [study.patient_name, study.patient_id && `ID ${study.patient_id}`].filter(Boolean).join(' · '),
        facts: [
          study.patient_birth_date && `born ${study.patient_birth_date}`,
          study.study_date || 'no study date',
          study.modalities.join(', '),
          study.description,
          study.accession_number && `accession ${study.accession_number}`,
          study.instances !== null && `${study.instances} objects`,
        ],
        onChoose: () => onChoose(study),
      }))}
    />
  );
}
