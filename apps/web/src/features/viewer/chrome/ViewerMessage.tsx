import { IconPhotoOff } from '../../../ui/icons/frame-icons.ts';
import { IconPhoto } from '../../../ui/icons/tool-icons.ts';
import classes from './ViewerMessage.module.css';

/** Where a picture would stand: none chosen yet, or one that cannot be shown. */
export function ViewerMessage({ kind, children }: { kind: 'empty' | 'broken'; children: string }) {
  const Icon = kind === 'broken' ? IconPhotoOff : IconPhoto;
  return (
    <div className={classes.message}>
      <Icon size={32} stroke={1.5} aria-hidden />
      <p className={classes.title}>{children}</p>
    </div>
  );
}
