import { Button } from '@mantine/core';
import { type ReactNode, useId, useRef, useState } from 'react';
import { IconChevronDown } from '../../../ui/icons/frame-icons.ts';
import { IconStack2, IconUpload } from '../../../ui/icons/tool-icons.ts';
import { UndoLine } from '../../../ui/page/UndoLine.tsx';
import { acceptedTypes } from './choose-image.ts';
import classes from './UploadPicker.module.css';

interface UploadPickerProps {
  onFiles: (files: readonly File[]) => void;
  disabled: boolean;
  /** Name of what is chosen now. */
  chosen: string | null;
  /** Also at the limit: what was chosen may always be taken back. */
  canClear: boolean;
  onClear: () => void;
  /** What was cleared; null where nothing was. */
  onBringBack: (() => void) | null;
}

/**
 * Opens the file dialogue; files may also be dropped anywhere on the screen or pasted. Once an image is
 * there, a bar with its name is left, behind which another one is chosen.
 */
export function UploadPicker(props: UploadPickerProps) {
  const { onFiles, disabled, chosen, canClear, onClear, onBringBack } = props;
  const [openFor, setOpenFor] = useState<string | null>(null);
  const id = useId();
  const isOpen = chosen === null || openFor === chosen;
  return (
    <div className={classes.root}>
      {onBringBack && <UndoLine said="The image was cleared." onUndo={onBringBack} />}
      {chosen !== null && (
        <div className={classes.bar}>
          <button
            type="button"
            className={classes.fold}
            aria-expanded={isOpen}
            aria-controls={id}
            title={chosen}
            onClick={() => setOpenFor(isOpen ? null : chosen)}
          >
            <span className={classes.name}>{chosen}</span>
            <IconChevronDown size={16} aria-hidden />
          </button>
          <Button variant="subtle" size="compact-sm" disabled={!canClear} onClick={onClear}>
            Clear image
          </Button>
        </div>
      )}
      <div id={id} className={classes.pickers} hidden={!isOpen}>
        <FilePicker
          label="Upload Image"
          icon={<IconUpload size={16} aria-hidden />}
          accept={acceptedTypes}
          disabled={disabled}
          onFiles={onFiles}
        />
        {chosen === null && (
          <p className={classes.hint}>DICOM, JPEG, PNG, WebP, TIFF, GIF or BMP. Or drop a file here.</p>
        )}
        {/* Files of a series often have no ending, so that every file is offered. */}
        <FilePicker
          label="Open a Series"
          icon={<IconStack2 size={16} aria-hidden />}
          isMultiple
          disabled={disabled}
          onFiles={onFiles}
        />
        {chosen === null && (
          <p className={classes.hint}>
            Several DICOM files or a ZIP of them; for exams also PNG or JPEG slices, ordered by name. Or drop
            a folder here, of up to 1,000 files.
          </p>
        )}
      </div>
    </div>
  );
}

interface FilePickerProps {
  label: string;
  icon: ReactNode;
  accept?: string;
  isMultiple?: boolean;
  disabled: boolean;
  onFiles: (files: readonly File[]) => void;
}

function FilePicker({ label, icon, accept, isMultiple = false, disabled, onFiles }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        className={classes.input}
        type="file"
        accept={accept}
        multiple={isMultiple}
        aria-label={label}
        tabIndex={-1}
        disabled={disabled}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // Emptied, so that the same file can be chosen again.
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <Button
        fullWidth
        variant="default"
        disabled={disabled}
        leftSection={icon}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}
