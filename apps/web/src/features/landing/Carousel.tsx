import { ActionIcon } from '@mantine/core';
import useEmblaCarousel from 'embla-carousel-react';
import { useEffect, useState } from 'react';
import { IconChevronLeft, IconChevronRight } from '../../ui/icons/frame-icons.ts';
import { ProductShot } from '../../ui/picture/ProductShot.tsx';
import classes from './Carousel.module.css';

const steps = [
  {
    title: 'Upload',
    text: 'Choose a DICOM, JPEG or PNG image and give the patient ID.',
    picture: 'step-upload',
    alt: 'The screen with patient ID, upload and sample images, and a mammogram in the viewer',
  },
  {
    title: 'AI analysis',
    text: 'The server analyzes the image and marks what it finds.',
    picture: 'step-analysis',
    alt: 'The screen during an analysis, with its progress',
  },
  {
    title: 'Detailed report',
    text: 'Review each finding with its confidence, then download the PDF.',
    picture: 'step-report',
    alt: 'The report with its category, findings and disclaimer',
  },
] as const;

/** Three steps; previous and next wrap around, dots lead to each, a swipe does too. */
export function Carousel() {
  const { viewport, selected, goTo } = useSteps();
  const before = (selected + steps.length - 1) % steps.length;
  const after = (selected + 1) % steps.length;
  return (
    <section aria-roledescription="carousel" aria-label="How it works">
      <div ref={viewport} className={classes.viewport}>
        <div className={classes.track} aria-live="polite">
          {steps.map((step, index) => (
            <Step key={step.title} index={index} isSelected={index === selected} />
          ))}
        </div>
      </div>
      <div className={classes.controls}>
        <ActionIcon variant="default" size={40} aria-label="Previous step" onClick={() => goTo(before)}>
          <IconChevronLeft size={20} aria-hidden />
        </ActionIcon>
        <div className={classes.dots}>
          {steps.map(({ title }, index) => (
            <button
              key={title}
              type="button"
              className={classes.dot}
              aria-label={`Step ${index + 1}: ${title}`}
              aria-current={index === selected ? 'step' : undefined}
              onClick={() => goTo(index)}
            />
          ))}
        </div>
        <ActionIcon variant="default" size={40} aria-label="Next step" onClick={() => goTo(after)}>
          <IconChevronRight size={20} aria-hidden />
        </ActionIcon>
      </div>
    </section>
  );
}

/** The carousel's state; the picture follows, with no motion for whoever asks for none. */
function useSteps() {
  const [selected, setSelected] = useState(0);
  const [viewport, embla] = useEmblaCarousel({ loop: true, duration: 15 });
  useEffect(() => {
    if (!embla) return;
    const follow = () => setSelected(embla.selectedScrollSnap());
    // Embla keeps its place in pixels when the width changes.
    const settle = () => embla.scrollTo(embla.selectedScrollSnap(), true);
    embla.on('select', follow).on('reInit', settle);
    return () => {
      embla.off('select', follow).off('reInit', settle);
    };
  }, [embla]);
  useEffect(() => embla?.scrollTo(selected, isStill()), [embla, selected]);
  return { viewport, selected, goTo: setSelected };
}

function isStill(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function Step({ index, isSelected }: { index: number; isSelected: boolean }) {
  const step = steps[index];
  if (!step) return null;
  return (
    <section
      aria-roledescription="slide"
      aria-label={`${index + 1} of ${steps.length}`}
      className={classes.slide}
      inert={!isSelected}
    >
      <ProductShot name={step.picture} alt={step.alt} width={1280} height={800} hasPhone />
      <h3 className={classes.title}>
        <span className="tabular">{index + 1}</span> {step.title}
      </h3>
      <p className={classes.text}>{step.text}</p>
    </section>
  );
}
