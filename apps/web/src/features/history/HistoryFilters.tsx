import { NativeSelect } from '@mantine/core';
import { manifestOf, manifests } from '@second-read/analyses/manifests';
import { FacetBar } from './FacetBar.tsx';
import classes from './History.module.css';
import { type HistoryView, isEvery, scopeLabels } from './history-address.ts';
import { SearchBox } from './SearchBox.tsx';

interface HistoryFiltersProps {
  view: HistoryView;
  /** Whether the reports of others may be seen. */
  mayReadAll: boolean;
  onChange: (part: Partial<HistoryView>, options?: { replace: boolean }) => void;
}

const searchesPatients = 'Search by Patient ID, name or accession number';
const searchesAll = 'Search by Patient ID, name, accession number, report ID or words of the conclusion';

/** Which analysis, whose reports, which patient. */
export function HistoryFilters({ view, mayReadAll, onChange }: HistoryFiltersProps) {
  return (
    <search className={classes.filters}>
      <NativeSelect
        label="Analysis type"
        data={[
          { value: '', label: 'All types' },
          ...manifests.map(({ id, historyLabel }) => ({ value: id, label: historyLabel })),
        ]}
        value={view.manifest?.id ?? ''}
        onChange={(event) => {
          const { value } = event.currentTarget;
          onChange({ manifest: value === '' ? null : manifestOf(value) });
        }}
      />
      <NativeSelect
        label="Reports"
        data={[
          { value: 'my', label: scopeLabels.my },
          ...(mayReadAll ? [{ value: 'all', label: scopeLabels.all }] : []),
        ]}
        value={view.scope}
        onChange={(event) => onChange({ scope: event.currentTarget.value === 'all' ? 'all' : 'my' })}
      />
      <SearchBox
        label={isEvery(view) ? searchesAll : searchesPatients}
        query={view.q}
        onSearch={(q) => onChange({ q }, { replace: true })}
      />
      <FacetBar view={view} onChange={onChange} />
    </search>
  );
}
