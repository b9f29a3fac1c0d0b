import { NativeSelect, TextInput } from '@mantine/core';
import { reportDays } from '@second-read/contract/reports';
import { useQuery } from '@tanstack/react-query';
import { everyReportsQuery } from '../../api/reports/queries.ts';
import type { Facets } from '../../api/reports/reports.ts';
import { visibleText } from '../../ui/format/visible-text.ts';
import classes from './History.module.css';
import { facetNames, type HistoryView } from './history-address.ts';

const labels = {
  state: 'State',
  urgency: 'Urgency',
  uploaded_by: 'Uploaded by',
  signed_by: 'Signed by',
} as const;

const dayLabels = {
  exam_from: 'Exam from',
  exam_to: 'Exam to',
  from: 'Analyzed from',
  to: 'Analyzed to',
} as const;

interface FacetBarProps {
  view: HistoryView;
  onChange: (part: Partial<HistoryView>) => void;
}

/** What the list is narrowed by, each value with how many reports it leaves, and by days. */
export function FacetBar({ view, onChange }: FacetBarProps) {
  const { manifest, scope, q, facets } = view;
  const wanted = { module: manifest?.id ?? null, scope, q, facets, page: 1, pageSize: 0 };
  const counts = useQuery(everyReportsQuery(wanted)).data?.facets;
  const choose = (name: keyof Facets, value: string) => {
    const { [name]: _, ...others } = facets;
    onChange({ facets: value === '' ? others : { ...others, [name]: value } });
  };
  return (
    <div className={classes.facets}>
      {facetNames.map((name) => {
        const chosen = facets[name];
        const values = counts?.[name] ?? [];
        const isListed = chosen === undefined || values.some(({ value }) => value === chosen);
        return (
          <NativeSelect
            key={name}
            size="xs"
            label={labels[name]}
            value={chosen ?? ''}
            data={[
              { value: '', label: 'Any' },
              ...(isListed ? [] : [{ value: chosen, label: `${chosen} (0)` }]),
              ...values.map(({ value, label, count }) => ({
                value,
                label: `${visibleText(label)} (${count.toLocaleString('en')})`,
              })),
            ]}
            onChange={({ currentTarget: { value } }) => choose(name, value)}
          />
        );
      })}
      {reportDays.map((name) => (
        <TextInput
          key={name}
          type="date"
          size="xs"
          label={dayLabels[name]}
          value={facets[name] ?? ''}
          onChange={({ currentTarget: { value } }) => choose(name, value)}
        />
      ))}
    </div>
  );
}
