import { Link, useLocation } from 'react-router';
import { Dialog } from '../Dialog.tsx';
import { useMedia } from '../use-media.ts';
import { helpPageOf } from './help-page-of.ts';
import classes from './KeyHelp.module.css';
import { closeKeyHelp, type KeySection, useKeyHelp } from './key-sections.ts';

const everywhere: KeySection = {
  heading: 'Everywhere',
  entries: [
    ['Ctrl K', 'Search patients, screens and actions'],
    ['?', 'This help'],
    ['Esc', 'Close what is open'],
  ],
};

/** The keys of the screen that is shown, whichever parts it has. */
export function KeyHelp() {
  const { sections, isOpen } = useKeyHelp();
  const { pathname } = useLocation();
  const isNarrow = useMedia('(max-width: 767px)');
  const notes = new Set(sections.flatMap(({ note }) => note ?? []));
  return (
    <Dialog
      title="Keys of this screen"
      opened={isOpen}
      onClose={closeKeyHelp}
      // Made once: opened again it is only shown.
      keepMounted
      portalProps={{ target: fullScreenElement() }}
      size={sections.length > 1 ? 'xl' : 'sm'}
    >
      <div className={classes.body}>
        {[...sections, everywhere].map((section) => (
          <KeyList key={section.heading} {...section} />
        ))}
        <p className={classes.note}>
          <Link to={`/help/${helpPageOf(pathname, isNarrow)}`} onClick={closeKeyHelp}>
            Handbook: how to do it, and what the figures mean
          </Link>
        </p>
        {[...notes].map((note) => (
          <p key={note} className={classes.note}>
            {note}
          </p>
        ))}
      </div>
    </Dialog>
  );
}

/** Outside of it nothing is seen in full screen. */
function fullScreenElement(): HTMLElement | undefined {
  return document.fullscreenElement instanceof HTMLElement ? document.fullscreenElement : undefined;
}

function KeyList({ heading, entries }: KeySection) {
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>{heading}</h3>
      <dl className={classes.list}>
        {entries.map(([key, does]) => (
          <div key={key}>
            <dt>{does}</dt>
            <dd>
              <kbd className={classes.key}>{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
