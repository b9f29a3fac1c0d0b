import { Checkbox, NativeSelect } from '@mantine/core';
import { manifests } from '@second-read/analyses/manifests';
import { stateWords } from '@second-read/core/review/states';
import classes from './Worklist.module.css';
import { readWorklistAddress, type WorklistView } from './worklist-address.ts';

interface WorklistFiltersProps {
  view: WorklistView;
  onChange: (view: WorklistView) => void;
}

/** Which reports: type, state, the reader's own, nobody's, those that wait too long. */
export function WorklistFilters({ view, onChange }: WorklistFiltersProps) {
  const change = (name: keyof WorklistView, value: string) => {
    const search = new URLSearchParams(Object.entries(view));
    search.set(name, value);
    onChange(readWorklistAddress(search));
  };
  return (
    <search className={classes.filters}>
      <NativeSelect
        label="Type"
        value={view.module ?? ''}
        data={[
          { value: '', label: 'All types' },
          ...manifests.map(({ id, card }) => ({ value: id, label: card.title })),
        ]}
        onChange={(event) => change('module', event.currentTarget.value)}
      />
      <NativeSelect
        label="State"
        value={view.state ?? ''}
        data={[
          { value: '', label: 'All unsigned' },
          ...(['preliminary', 'in_review'] as const).map((value) => ({ value, label: stateWords[value] })),
        ]}
        onChange={(event) => change('state', event.currentTarget.value)}
      />
      <Checkbox
        label="Mine: held by me or assigned to me"
        checked={view.mine === 'true'}
        onChange={(event) => change('mine', String(event.currentTarget.checked))}
      />
      <Checkbox
        label="Assigned to nobody"
        checked={view.unassigned === 'true'}
        onChange={(event) => change('unassigned', String(event.currentTarget.checked))}
      />
      <Checkbox
        label="Overdue"
        checked={view.overdue === 'true'}
        onChange={(event) => change('overdue', String(event.currentTarget.checked))}
      />
    </search>
  );
}
