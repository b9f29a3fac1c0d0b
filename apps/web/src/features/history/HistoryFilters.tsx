import { NativeSelect } from '@mantine/core';
import { manifestOf, manifests } from '@second-read/analyses/manifests';
import classes from './History.module.css';
import { type HistoryView, scopeLabels } from './history-address.ts';
import { SearchBox } from './SearchBox.tsx';

interface HistoryFiltersProps {
  view: HistoryView;
  /** Whether the reports of others may be seen. */
  mayReadAll: boolean;
  onChange: (part: Partial<HistoryView>, options?: { replace: boolean }) => void;
}

/** Which analysis, whose reports, which patient. */
export function HistoryFilters({ view, mayReadAll, onChange }: HistoryFiltersProps) {
  return (
    <search className={classes.filters}>
      <NativeSelect
        label="Analysis type"
        data={manifests.map(({ id, historyLabel }) => ({ value: id, label: historyLabel }))}
        value={view.manifest.id}
        onChange={(event) => {
          onChange({ manifest: manifestOf(event.currentTarget.value) });
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
      <SearchBox query={view.q} onSearch={(q) => onChange({ q }, { replace: true })} />
    </search>
  );
}
