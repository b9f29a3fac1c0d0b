import { Button, TextInput } from '@mantine/core';
import { patientIdMaxLength } from '@second-read/contract/analyses';
import type { Ref } from 'react';
import { visibleText } from '../../../ui/format/visible-text.ts';
import classes from './PatientIdField.module.css';
import { isPatientIdMissing } from './patient-id.ts';
import { usePatientKnown } from './use-patient-known.ts';

export interface PatientIdFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** The value was made up by the program. */
  isGenerated: boolean;
  /** The Patient ID written in the chosen DICOM file. */
  suggestion: string | null;
  /** Counts up at each shake; 0: never shaken. */
  shakes: number;
  disabled: boolean;
  ref: Ref<HTMLInputElement>;
}

/** Required; shakes when asked for while empty, and stays marked until it is filled. */
export function PatientIdField(props: PatientIdFieldProps) {
  const { value, onChange, isGenerated, suggestion, shakes, disabled, ref } = props;
  // What was made up stands for nobody, so nobody is asked about it.
  const isKnown = usePatientKnown(isGenerated ? '' : value);
  const isMissing = isPatientIdMissing(value);
  const isAnother = suggestion !== null && suggestion.trim() !== value.trim();
  return (
    <div>
      {/* A new key starts the animation anew; the field inside keeps its value, which is the caller's. */}
      <div
        className={classes.field}
        data-shaking={(shakes > 0 && isMissing) || undefined}
        data-turn={shakes % 2}
      >
        <TextInput
          ref={ref}
          classNames={{ error: classes.error }}
          label="Patient ID (Required)"
          description={isGenerated ? 'generated' : undefined}
          error={isMissing && shakes > 0 ? 'Enter a Patient ID.' : undefined}
          value={value}
          maxLength={patientIdMaxLength}
          autoComplete="off"
          spellCheck={false}
          aria-required
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.value)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      </div>
      {isAnother && !isGenerated && !isMissing && (
        <p className={classes.warning} role="alert">
          {`The file names another patient: ${visibleText(suggestion)}. Reports of different patients do not belong under one Patient ID.`}
        </p>
      )}
      {isAnother && (
        <Button
          classNames={{ root: classes.suggestion, label: classes.suggestionLabel }}
          variant="light"
          size="compact-sm"
          disabled={disabled}
          onClick={() => onChange(suggestion)}
        >
          Use the file’s Patient ID: {visibleText(suggestion)}
        </Button>
      )}
      <p className={classes.known} data-generated={isGenerated || undefined} role="status">
        {isKnown && 'Your organization already has reports with this Patient ID.'}
      </p>
    </div>
  );
}
