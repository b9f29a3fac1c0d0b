import { Modal } from '@mantine/core';
import { DialogHead } from '../DialogHead.tsx';
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
  const notes = new Set(sections.flatMap(({ note }) => note ?? []));
  return (
    <Modal.Root
      opened={isOpen}
      onClose={closeKeyHelp}
      // Made once: opened again it is only shown.
      keepMounted
      portalProps={{ target: fullScreenElement() }}
      // Locking the page would add a style element, which the content security policy refuses.
      lockScroll={false}
      transitionProps={{ duration: 120 }}
      size={sections.length > 1 ? 'xl' : 'sm'}
      centered
    >
      <Modal.Overlay />
      <Modal.Content>
        <DialogHead title="Keys of this screen" />
        <Modal.Body className={classes.body}>
          {[...sections, everywhere].map((section) => (
            <KeyList key={section.heading} {...section} />
          ))}
          {[...notes].map((note) => (
            <p key={note} className={classes.note}>
              {note}
            </p>
          ))}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
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
