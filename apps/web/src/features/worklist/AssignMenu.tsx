import { Menu } from '@mantine/core';
import type { WorklistItem } from '@second-read/contract/worklist';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSession } from '../../api/account/session.ts';
import { assignReport, readersQuery } from '../../api/reports/worklist.ts';
import { visibleText } from '../../ui/format/visible-text.ts';
import { IconChevronDown } from '../../ui/icons/frame-icons.ts';
import classes from './Worklist.module.css';

/**
 * Whom a report was given to; a menu to give it to somebody, or to take it back. The menu comes when it is
 * first asked for: one for each row would take as long as all else of the list.
 */
export function AssignMenu({ item }: { item: WorklistItem }) {
  const [isOpen, setOpen] = useState(false);
  const [wasAsked, setAsked] = useState(false);
  /** The press closes an open menu, as any press outside of it; the click that follows must not open it. */
  const closes = useRef(false);
  const { assignee } = item;
  const name = assignee && (item.assigned_to_me ? 'You' : assignee.full_name || assignee.username);
  return (
    <span className={classes.assignCell}>
      <button
        type="button"
        className={classes.assign}
        aria-label={`${name ? `Assigned to ${name}` : 'Assign'}: ${visibleText(item.patient_id)}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerDown={() => {
          closes.current = isOpen;
        }}
        onClick={() => {
          setAsked(true);
          setOpen(!closes.current);
          closes.current = false;
        }}
      >
        {name ?? 'Assign'}
        <IconChevronDown size={14} aria-hidden />
      </button>
      {wasAsked && <ReadersMenu item={item} isOpen={isOpen} onChange={setOpen} />}
    </span>
  );
}

interface ReadersMenuProps {
  item: WorklistItem;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
}

function ReadersMenu({ item, isOpen, onChange }: ReadersMenuProps) {
  const client = useQueryClient();
  const assign = useMutation({
    mutationFn: (username: string | null) => assignReport(item.report_id, username),
    onSettled: () => client.invalidateQueries({ queryKey: ['worklist'] }),
  });
  return (
    <>
      <Menu
        opened={isOpen}
        onChange={onChange}
        // Its placeholder is no menu item, which axe objects to.
        withInitialFocusPlaceholder={false}
        shadow="md"
        position="bottom-end"
        width={240}
      >
        <Menu.Target>
          {/* Lies over the button, which stands before the menu does, and names the menu. */}
          <span className={classes.anchor} aria-hidden>
            Readers
          </span>
        </Menu.Target>
        <Menu.Dropdown>
          {isOpen && <Readers assignee={item.assignee?.username ?? null} onAssign={assign.mutate} />}
        </Menu.Dropdown>
      </Menu>
      {assign.error && (
        <span role="alert" className={classes.problem}>
          {assign.error.message}
        </span>
      )}
    </>
  );
}

interface ReadersProps {
  assignee: string | null;
  onAssign: (username: string | null) => void;
}

function Readers({ assignee, onAssign }: ReadersProps) {
  const own = useSession().user?.username;
  const { data, error } = useQuery(readersQuery());
  if (error) return <Menu.Label>{error.message}</Menu.Label>;
  if (!data) return <Menu.Label>Loading the readers…</Menu.Label>;
  const others = data.readers.filter(({ username }) => username !== own);
  const self = data.readers.filter(({ username }) => username === own);
  return (
    <>
      {[...self, ...others]
        .filter(({ username }) => username !== assignee)
        .map(({ username, full_name }) => (
          <Menu.Item key={username} onClick={() => onAssign(username)}>
            {username === own ? 'Me' : full_name || username}
          </Menu.Item>
        ))}
      {assignee !== null && <Menu.Item onClick={() => onAssign(null)}>Nobody: take it back</Menu.Item>}
    </>
  );
}
