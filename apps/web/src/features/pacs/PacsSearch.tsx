import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { IconSearch } from '../../ui/icons/frame-icons.ts';
import classes from './Pacs.module.css';

export interface SearchFields {
  readonly patient_id: string;
  readonly accession_number: string;
  readonly date_from: string;
  readonly date_to: string;
}

interface PacsSearchProps {
  fields: SearchFields;
  onChange: (fields: SearchFields) => void;
  onSearch: () => void;
}

/** By patient, accession number or date: one of them at least. */
export function PacsSearch({ fields, onChange, onSearch }: PacsSearchProps) {
  const [isAsked, setAsked] = useState(false);
  const isEmpty = Object.values(fields).every((value) => value.trim() === '');
  const field = (name: keyof SearchFields, label: string, type: 'text' | 'date') => (
    <TextInput
      label={label}
      type={type}
      value={fields[name]}
      maxLength={64}
      autoComplete="off"
      spellCheck={false}
      {...(name === 'patient_id' && { 'data-autofocus': true })}
      error={name === 'patient_id' && isAsked && isEmpty ? 'Enter at least one of these.' : undefined}
      onChange={(event) => onChange({ ...fields, [name]: event.currentTarget.value })}
    />
  );
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (!isEmpty) onSearch();
      }}
    >
      {field('patient_id', 'Patient ID', 'text')}
      {field('accession_number', 'Accession number', 'text')}
      {field('date_from', 'Study date from', 'date')}
      {field('date_to', 'Study date to', 'date')}
      <div className={classes.submit}>
        <Button type="submit" leftSection={<IconSearch size={16} aria-hidden />}>
          Search
        </Button>
      </div>
    </form>
  );
}
