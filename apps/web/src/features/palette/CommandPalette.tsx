import { Modal } from '@mantine/core';
import { manifestOf } from '@second-read/analyses/manifests';
import type { ReportReply } from '@second-read/contract/reports';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatDate } from '../../ui/format/format-date.ts';
import { visibleText } from '../../ui/format/visible-text.ts';
import classes from './CommandPalette.module.css';
import { matching, type PaletteEntry } from './palette-entries.ts';
import { useFoundReports } from './use-found-reports.ts';

interface CommandPaletteProps {
  opened: boolean;
  /** Screens and actions. */
  entries: readonly PaletteEntry[];
  onReport: (id: string) => void;
  onClose: () => void;
}

/** Everything by name: type a patient ID, a screen or an action, choose with the arrow keys, Enter. */
export function CommandPalette({ opened, entries, onReport, onClose }: CommandPaletteProps) {
  const [times, setTimes] = useState(0);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      // Made anew once it is closed, with nothing typed: opened again it is only shown.
      keepMounted
      onExitTransitionEnd={() => setTimes((before) => before + 1)}
      // Locking the page would add a style element, which the content security policy refuses.
      lockScroll={false}
      transitionProps={{ duration: 100 }}
      size="lg"
      yOffset="12vh"
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Command palette">
        <Modal.Body className={classes.body}>
          <Choice key={times} entries={entries} onReport={onReport} onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function Choice({ entries, onReport, onClose }: Omit<CommandPaletteProps, 'opened'>) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const { reports, isLoading, hasFailed } = useFoundReports(typed);
  const shown = [...reports.map((reply) => reportEntry(reply, onReport)), ...matching(entries, typed)];
  const chosen = Math.min(at, shown.length - 1);
  const run = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined) run(shown[chosen]);
    else setAt((chosen + step + shown.length) % Math.max(1, shown.length));
  };
  return (
    <>
      <input
        className={classes.input}
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={shown[chosen] && `palette-${shown[chosen].id}`}
        aria-label="Patient ID, screen or action"
        placeholder="Patient ID, screen or action"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-list" role="listbox" aria-label="Matches" className={classes.list}>
        {shown.map((entry, index) => (
          <Row
            key={entry.id}
            entry={entry}
            isChosen={index === chosen}
            isFirst={shown[index - 1]?.group !== entry.group}
            onPoint={() => setAt(index)}
            onChoose={() => run(entry)}
          />
        ))}
      </div>
      <p className={classes.state} role="status">
        {isLoading && 'Looking for patients…'}
        {!isLoading && hasFailed && 'The reports could not be searched. Screens and actions are complete.'}
        {!isLoading &&
          !hasFailed &&
          shown.length === 0 &&
          'Nothing found. Try a part of the patient ID, or the name of a screen.'}
      </p>
    </>
  );
}

function reportEntry(reply: ReportReply, onReport: (id: string) => void): PaletteEntry {
  return {
    id: reply.id,
    group: 'Reports',
    label: visibleText(reply.patient_id),
    hint: `${manifestOf(reply.module).title}, ${formatDate(reply.created_at)}`,
    run: () => onReport(reply.id),
  };
}

interface RowProps {
  entry: PaletteEntry;
  isChosen: boolean;
  isFirst: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Row({ entry, isChosen, isFirst, onPoint, onChoose }: RowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isChosen]);
  return (
    <>
      {isFirst && (
        <p className={classes.group} role="presentation">
          {entry.group}
        </p>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus */}
      <div
        id={`palette-${entry.id}`}
        ref={row}
        className={classes.row}
        role="option"
        aria-selected={isChosen}
        onPointerMove={isChosen ? undefined : onPoint}
        onClick={onChoose}
      >
        <span className={classes.label}>{entry.label}</span>
        {entry.hint && <span className={classes.hint}>{entry.hint}</span>}
      </div>
    </>
  );
}
