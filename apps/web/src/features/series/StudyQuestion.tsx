import { Button } from '@mantine/core';
import { isOnePatient } from '@second-read/core/patient/patient-list';
import { useId, useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { visibleText } from '../../ui/format/visible-text.ts';
import classes from './StudyQuestion.module.css';
import { examDay, type StudyChoice } from './study-choice.ts';

interface StudyQuestionProps {
  studies: readonly StudyChoice[];
  /** Places of those that were opened before. */
  opened: readonly number[];
  onChoose: (study: number) => void;
  onClose: () => void;
}

/** Files of several patients or studies: which are opened. Nothing of the others is shown or sent. */
export function StudyQuestion({ studies, opened, onChoose, onClose }: StudyQuestionProps) {
  const id = useId();
  const [chosen, setChosen] = useState<number | null>(null);
  const isOne = isOnePatient(studies);
  const title = isOne ? 'Several Studies of One Patient' : 'Several Patients';
  const files = studies.reduce((sum, study) => sum + study.files, 0);
  return (
    <Dialog opened onClose={onClose} size="lg" title={title}>
      <p className={classes.text}>
        {isOne
          ? `These ${files} files are of ${studies.length} studies of one patient. An exam is of one study: choose which is opened first, then the others.`
          : `These ${files} files name more than one patient. An exam has one patient: choose whose files are opened first, then the others. Nothing has been sent.`}
      </p>
      <fieldset className={classes.list}>
        <legend className={classes.legend}>{isOne ? 'Studies' : 'Patients'}</legend>
        {studies.map((study, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <label key={at} className={classes.option} data-chosen={at === chosen || undefined}>
            <input type="radio" name={id} checked={at === chosen} onChange={() => setChosen(at)} />
            <Described study={study} wasOpened={opened.includes(at)} />
          </label>
        ))}
      </fieldset>
      <div className={classes.actions}>
        <Button variant="default" data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={chosen === null} onClick={() => chosen !== null && onChoose(chosen)}>
          {chosen === null ? 'Open' : `Open ${countOf(studies[chosen]?.files ?? 0)}`}
        </Button>
      </div>
    </Dialog>
  );
}

function Described({ study, wasOpened }: { study: StudyChoice; wasOpened: boolean }) {
  const { identity, files, date, description } = study;
  const { patientId, name, birthDate, issuer } = identity;
  const person = [
    ...(name === undefined ? [] : [visibleText(name.replaceAll('^', ' ').trim())]),
    ...(birthDate === undefined ? [] : [`born ${examDay(birthDate)}`]),
    ...(issuer === undefined ? [] : [`ID issued by ${visibleText(issuer)}`]),
  ].join(' · ');
  const facts = [
    ...(wasOpened ? ['opened before'] : []),
    ...(date === null ? [] : [examDay(date)]),
    ...(description === null ? [] : [visibleText(description)]),
  ];
  return (
    <span>
      <span className={classes.name}>
        {patientId === undefined ? 'No patient ID' : `Patient ${visibleText(patientId)}`}
        <span className={classes.count}>{countOf(files)}</span>
      </span>
      <span className={classes.facts}>{person}</span>
      <span className={classes.facts}>{facts.length > 0 ? `Study: ${facts.join(' · ')}` : ''}</span>
    </span>
  );
}

function countOf(files: number): string {
  return files === 1 ? '1 file' : `${files.toLocaleString('en')} files`;
}
