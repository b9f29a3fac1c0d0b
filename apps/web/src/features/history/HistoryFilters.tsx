import { Button, NativeSelect } from '@mantine/core';
import { manifestOf, manifests } from '@second-read/analyses/manifests';
import { useState } from 'react';
import { useMedia } from '../../ui/use-media.ts';
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
      <FoldedFacets view={view} onChange={onChange} />
    </search>
  );
}

/** On a phone the reports come first: what narrows them further is behind a button. */
function FoldedFacets({ view, onChange }: Pick<HistoryFiltersProps, 'view' | 'onChange'>) {
  const isPhone = useMedia('(max-width: 767px)');
  const [isOpen, setOpen] = useState(false);
  const chosen = Object.keys(view.facets).length;
  return (
    <>
      {isPhone && (
        <Button
          className={classes.more}
          variant="default"
          size="sm"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Fewer filters' : `More filters${chosen === 0 ? '' : ` (${chosen} set)`}`}
        </Button>
      )}
      {(!isPhone || isOpen) && <FacetBar view={view} onChange={onChange} />}
    </>
  );
}
