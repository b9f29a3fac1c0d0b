import { NativeSelect, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import classes from './Audit.module.css';
import type { AuditView } from './audit-address.ts';

/** Kinds of entries: the part of an action before its dot. */
const kinds = [
  { value: '', label: 'Everything' },
  { value: 'session', label: 'Sign-ins' },
  { value: 'report', label: 'Reports' },
  { value: 'reports', label: 'Lists of reports' },
  { value: 'image', label: 'Images' },
  { value: 'analysis', label: 'Analyses' },
  { value: 'patient', label: 'Patient lookups' },
  { value: 'account', label: 'Accounts' },
  { value: 'organisation', label: 'Organization' },
  { value: 'audit', label: 'Audit trail' },
  { value: 'access', label: 'Refused calls' },
] as const;

const outcomes = [
  { value: '', label: 'Any' },
  { value: 'success', label: 'Success' },
  { value: 'failure', label: 'Failure' },
] as const;

interface AuditFilterBarProps {
  view: AuditView;
  onChange: (part: Partial<AuditView>) => void;
}

/** Which entries: kind, outcome, who, about what, when. */
export function AuditFilterBar({ view, onChange }: AuditFilterBarProps) {
  const isKnown = kinds.some((kind) => kind.value === view.action);
  const data = isKnown ? [...kinds] : [...kinds, { value: view.action, label: view.action }];
  const text = (name: 'user' | 'subject' | 'from' | 'to') => ({
    value: view[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <search className={classes.filters}>
      <NativeSelect
        label="Kind"
        data={data}
        value={view.action}
        onChange={(event) => onChange({ action: event.currentTarget.value })}
      />
      <NativeSelect
        label="Outcome"
        data={[...outcomes]}
        value={view.outcome}
        onChange={(event) =>
          onChange({
            outcome: outcomes.find(({ value }) => value === event.currentTarget.value)?.value ?? '',
          })
        }
      />
      <TextInput label="Username" autoCapitalize="none" spellCheck={false} {...text('user')} />
      <TextInput label="Subject" placeholder="Report or session ID" spellCheck={false} {...text('subject')} />
      <TextInput type="date" label="From" {...text('from')} />
      <TextInput type="date" label="To" {...text('to')} />
    </search>
  );
}
