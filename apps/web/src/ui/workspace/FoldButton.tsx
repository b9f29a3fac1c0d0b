import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLayoutSidebarRightCollapse,
  IconLayoutSidebarRightExpand,
} from '../icons/frame-icons.ts';
import classes from './FoldButton.module.css';

interface FoldButtonProps {
  /** Of the picture, where the panel stands. */
  side: 'left' | 'right';
  /** "patient and upload": what is shown and hidden. */
  what: string;
  isFolded: boolean;
  /** Id of the panel. */
  controls: string;
  onClick: () => void;
  /** Tells from which width on there is something to fold. */
  className: string | undefined;
}

const icons = {
  left: [IconLayoutSidebarLeftExpand, IconLayoutSidebarLeftCollapse],
  right: [IconLayoutSidebarRightExpand, IconLayoutSidebarRightCollapse],
} as const;

/** Folds a panel away that stands beside the picture, and brings it back. */
export function FoldButton({ side, what, isFolded, controls, onClick, className }: FoldButtonProps) {
  const name = `${isFolded ? 'Show' : 'Hide'} ${what}`;
  const [Expand, Collapse] = icons[side];
  const Icon = isFolded ? Expand : Collapse;
  return (
    <button
      type="button"
      className={`${classes.fold} ${className ?? ''}`}
      aria-expanded={!isFolded}
      aria-controls={controls}
      aria-label={name}
      title={name}
      onClick={onClick}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
    </button>
  );
}
