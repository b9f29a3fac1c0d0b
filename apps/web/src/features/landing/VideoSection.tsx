import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { IconPlayerPause, IconPlayerPlay, IconVolume, IconVolumeOff } from '../../ui/icons/frame-icons.ts';
import classes from './VideoSection.module.css';

/** Whose pictures the recording shows. */
const credits =
  'Pictures: CDD-CESM (doi:10.7937/29kw-ae92) and Lung-PET-CT-Dx (doi:10.7937/TCIA.2020.NNC2-0461), The Cancer Imaging Archive, CC BY 4.0.';

const features = [
  ['Point at a color', 'The finding under the pointer is named and opens in the report.'],
  [
    'Compare with the original',
    'Switch between input, segmented and overlay views; a slider fades the overlay.',
  ],
  ['Take it with you', 'The PDF has the same content as the screen.'],
] as const;

/** What working with it looks like: a recording of the product, and three things to watch for. */
export function VideoSection() {
  return (
    <section className={classes.section} aria-labelledby="video-title">
      <h2 id="video-title" className={classes.title}>
        See it read
      </h2>
      <div className={classes.columns}>
        <Recording />
        <dl className={classes.features}>
          {features.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

/** The recording with its play and mute toggles. Nothing of it loads before it is played. */
function Recording() {
  const video = useRef<HTMLVideoElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [isMuted, setMuted] = useState(true);
  const toggle = () => {
    if (isPlaying) video.current?.pause();
    else void video.current?.play().catch(() => setPlaying(false));
  };
  return (
    <div>
      <video
        ref={video}
        className={classes.video}
        poster="/landing/tour-poster.webp"
        preload="none"
        muted={isMuted}
        playsInline
        width={1280}
        height={800}
        aria-label="Screen recording: a mammogram and a whole chest CT are read and reported"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
      >
        <source src="/landing/tour.webm" type="video/webm" />
        <source src="/landing/tour.mp4" type="video/mp4" />
        <track kind="captions" src="/landing/tour.vtt" srcLang="en" label="English" default />
      </video>
      <div className={classes.controls}>
        <Button
          variant="default"
          leftSection={
            isPlaying ? <IconPlayerPause size={18} aria-hidden /> : <IconPlayerPlay size={18} aria-hidden />
          }
          onClick={toggle}
        >
          {isPlaying ? 'Pause' : 'Play'}
        </Button>
        <Button
          variant="default"
          leftSection={
            isMuted ? <IconVolumeOff size={18} aria-hidden /> : <IconVolume size={18} aria-hidden />
          }
          onClick={() => setMuted(!isMuted)}
        >
          {isMuted ? 'Unmute' : 'Mute'}
        </Button>
      </div>
      <p className={classes.credits}>{credits}</p>
    </div>
  );
}
