import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { acceptedTypes } from './choose-image.ts';
import classes from './UploadPicker.module.css';

interface UploadPickerProps {
  onFile: (file: File) => void;
  disabled: boolean;
  /** Name of what is chosen now. */
  chosen: string | null;
  /** Also at the limit: what was chosen may always be taken back. */
  canClear: boolean;
  onClear: () => void;
}

/** Opens the file dialogue; files may also be dropped anywhere on the screen or pasted. */
export function UploadPicker({ onFile, disabled, chosen, canClear, onClear }: UploadPickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={classes.root}>
      <input
        ref={input}
        className={classes.input}
        type="file"
        accept={acceptedTypes}
        aria-label="Upload Image"
        tabIndex={-1}
        disabled={disabled}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // Emptied, so that the same file can be chosen again.
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
      <Button
        fullWidth
        variant="default"
        disabled={disabled}
        leftSection={<IconUpload size={16} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        Upload Image
      </Button>
      {chosen === null ? (
        <p className={classes.hint}>DICOM, JPEG, PNG, WebP or TIFF. Or drop a file here.</p>
      ) : (
        <p className={classes.chosen}>
          <span className={classes.name}>{chosen}</span>
          <Button variant="subtle" size="compact-sm" disabled={!canClear} onClick={onClear}>
            Clear image
          </Button>
        </p>
      )}
    </div>
  );
}
