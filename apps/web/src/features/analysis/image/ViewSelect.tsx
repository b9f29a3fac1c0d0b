import { NativeSelect } from '@mantine/core';
import type { ModuleManifest, ViewId } from '@second-read/core/analysis/manifest';
import classes from './ViewSelect.module.css';

interface ViewSelectProps {
  views: ModuleManifest['views'];
  value: ViewId;
  /** Views that have nothing to show yet. */
  unavailable: ReadonlySet<ViewId>;
  onChange: (view: ViewId) => void;
}

/** Which of the pictures the centre shows; absent where a module has only one. */
export function ViewSelect({ views, value, unavailable, onChange }: ViewSelectProps) {
  if (views.length === 0) return null;
  return (
    <NativeSelect
      label="Change View"
      classNames={{ root: classes.root, label: classes.label }}
      value={value}
      data={views.map(({ id, label }) => ({ value: id, label, disabled: unavailable.has(id) }))}
      onChange={(event) => {
        const view = views.find(({ id }) => id === event.currentTarget.value);
        if (view) onChange(view.id);
      }}
    />
  );
}
