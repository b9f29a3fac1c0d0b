import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { patientIdMaxLength } from '@second-read/contract/analyses';
import { isUndecodable } from '@second-read/core/decode/dicom/text/decode-text';
import { areApart } from '@second-read/core/patient/file-identity';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type Ref, useEffect, useRef } from 'react';
import { visibleText } from '../../../ui/format/visible-text.ts';
import { isPatientKnown } from '../run/calls.ts';
import classes from './PatientIdField.module.css';
import { isPatientIdMissing } from './patient-id.ts';

/** Typing pauses this long before the server is asked. */
const pauseMs = 500;

/** Whether the organisation already has reports of this patient ID; false while nothing is known of it. */
function usePatientKnown(value: string): boolean {
  const [settled] = useDebouncedValue(value.trim(), pauseMs);
  const { data } = useQuery({
    queryKey: ['patient-known', settled],
    queryFn: settled === '' ? skipToken : ({ signal }) => isPatientKnown(settled, signal),
    // A notice only: where it cannot be had, the field works all the same.
    retry: false,
    // Asked anew each time the ID is entered: an analysis may have made it known meanwhile.
    staleTime: 0,
  });
  return data === true && settled === value.trim();
}

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
  const box = useShake(shakes);
  const isUnreadable = suggestion !== null && isUndecodable(suggestion);
  const isUnlike = suggestion !== null && !isUnreadable && suggestion.trim() !== value.trim();
  const isAnother = isUnlike && areApart('patientId', suggestion, value);
  return (
    <div>
      <div ref={box}>
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
      {isUnreadable && (
        <p className={classes.warning} role="alert">
          {`The file’s Patient ID cannot be decoded: ${visibleText(suggestion)}. Enter it by hand.`}
        </p>
      )}
      {isAnother && !isGenerated && !isMissing && (
        <p className={classes.warning} role="alert">
          {`The file names another patient: ${visibleText(suggestion)}. Reports of different patients do not belong under one Patient ID.`}
        </p>
      )}
      {isUnlike && !isAnother && !isMissing && (
        <p className={classes.known}>{`The file spells this ID ${visibleText(suggestion)}.`}</p>
      )}
      {(isAnother || (isUnlike && isMissing)) && (
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

/**
 * Moves an element at each count; one that still moves begins anew. Where movement is not wanted, the red
 * frame and its message are the cue.
 */
function useShake(count: number) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (count === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const steps = [0, -6, 6, -6, 6, -6, 6, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    const shake = box.current?.animate(steps, { duration: 550, easing: 'ease-in-out' });
    return () => shake?.cancel();
  }, [count]);
  return box;
}
