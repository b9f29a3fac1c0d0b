import { Button } from '@mantine/core';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { lazy, Suspense, useState } from 'react';
import { IconCamera } from '../../ui/icons/tool-icons.ts';
import { OtherPictures } from './pictures/OtherPictures.tsx';
import { PictureTray } from './pictures/PictureTray.tsx';
import { type PictureTaken, pictureToRead } from './pictures/pictures-taken.ts';
import type { Pictures } from './pictures/use-pictures.ts';

const CameraDialog = lazy(async () => ({ default: (await import('./CameraDialog.tsx')).CameraDialog }));

interface TakePictureProps {
  manifest: ModuleManifest;
  pictures: Pictures;
  disabled: boolean;
  /** The file that is on the screen now. */
  chosen: File | null;
  /** Where a picture that the outbox has is now, in words. */
  keptWords: (keptAs: string) => string;
  onPatient: (patientId: string) => void;
  /** This picture is to be read. */
  onChoose: (picture: PictureTaken) => void;
}

/** Opens the camera, and shows the patient's pictures, of which one is read. */
export function TakePicture(props: TakePictureProps) {
  const { manifest, pictures, disabled, chosen, keptWords, onPatient, onChoose } = props;
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    const next = pictureToRead(pictures.pictures);
    if (next && next.file !== chosen) onChoose(next);
  };
  return (
    <>
      <Button
        fullWidth
        variant="default"
        leftSection={<IconCamera size={16} aria-hidden />}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        Take a Picture
      </Button>
      <OtherPictures pictures={pictures} disabled={disabled} onBack={onPatient} />
      <PictureTray {...{ pictures, disabled, chosen, keptWords, onChoose }} />
      {isOpen && (
        <Suspense>
          <CameraDialog manifest={manifest} pictures={pictures} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
