import { Button, Checkbox, Popover } from '@mantine/core';
import { IconColumns3 } from '../icons/frame-icons.ts';
import classes from './ColumnMenu.module.css';

interface ColumnMenuProps {
  /** Columns that may be hidden, in order. */
  columns: readonly string[];
  hidden: ReadonlySet<string>;
  onChange: (hidden: readonly string[]) => void;
}

/** Which columns of a table are shown. */
export function ColumnMenu({ columns, hidden, onChange }: ColumnMenuProps) {
  const toggle = (name: string) =>
    onChange(columns.filter((each) => (each === name ? !hidden.has(each) : hidden.has(each))));
  return (
    <Popover
      position="bottom-end"
      trapFocus
      returnFocus
      withinPortal={false}
      transitionProps={{ duration: 120 }}
    >
      <Popover.Target>
        <Button
          className={classes.button}
          variant="default"
          size="compact-sm"
          leftSection={<IconColumns3 size={16} aria-hidden />}
        >
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <fieldset className={classes.list}>
          <legend>Columns shown</legend>
          {columns.map((name) => (
            <Checkbox key={name} label={name} checked={!hidden.has(name)} onChange={() => toggle(name)} />
          ))}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  );
}
