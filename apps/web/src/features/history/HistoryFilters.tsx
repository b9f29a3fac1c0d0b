import { NativeSelect } from '@mantine/core';
import { catalogue } from '@second-read/analyses/catalogue';
import classes from './History.module.css';
import { type HistoryView, historyOrder, scopeLabels } from './history-address.ts';
import { SearchBox } from './SearchBox.tsx';

interface HistoryFiltersProps {
  view: HistoryView;
  onChange: (part: Partial<HistoryView>, options?: { replace: boolean }) => void;
}

/** Which analysis, whose reports, which patient. */
export function HistoryFilters({ view, onChange }: HistoryFiltersProps) {
  return (
    <search className={classes.filters}>
      <NativeSelect
        label="Analysis type"
        data={historyOrder.map((id) => ({ value: id, label: catalogue[id].historyLabel }))}
        value={view.manifest.id}
        onChange={(event) => {
          const id = historyOrder.find((entry) => entry === event.currentTarget.value);
          if (id) onChange({ manifest: catalogue[id] });
        }}
      />
      <NativeSelect
        label="Reports"
        data={[
          { value: 'my', label: scopeLabels.my },
          { value: 'all', label: scopeLabels.all },
        ]}
        value={view.scope}
        onChange={(event) => onChange({ scope: event.currentTarget.value === 'all' ? 'all' : 'my' })}
      />
      <SearchBox query={view.q} onSearch={(q) => onChange({ q }, { replace: true })} />
    </search>
  );
}
