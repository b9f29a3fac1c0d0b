import { Choice } from '../../ui/Choice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import type { SettingsProps } from './AppearanceSettings.tsx';
import classes from './Settings.module.css';

const views = {
  specified: "The module's own view",
  input: 'Input image, without marks',
  outlines: 'Input image with outlines of the findings',
  segmented: 'Segmented image',
  overlay: 'Overlay',
} as const;
const rows = { CC: 'CC over MLO', MLO: 'MLO over CC' } as const;
const hangings = { square: 'Two over two', row: 'All four in one row, on wide screens' } as const;

/** In which view results open, and how mammograms hang. */
export function ReadingSettings({ preferences, onChange }: SettingsProps) {
  const { opening_view: view = 'specified', first_row: first = 'CC', hanging = 'square' } = preferences;
  return (
    <Panel title="Reading">
      <div className={classes.fields}>
        <Choice
          label="A new result opens with"
          description="Where a module does not have the view, its own is shown."
          words={views}
          value={view}
          onChange={(chosen) => onChange({ opening_view: chosen })}
        />
        <Choice
          label="Order of mammograms"
          words={rows}
          value={first}
          onChange={(chosen) => onChange({ first_row: chosen })}
        />
        <Choice
          label="Layout of mammograms"
          words={hangings}
          value={hanging}
          onChange={(chosen) => onChange({ hanging: chosen })}
        />
      </div>
    </Panel>
  );
}
