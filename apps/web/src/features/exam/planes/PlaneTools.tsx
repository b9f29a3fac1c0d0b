import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { OpacitySlider } from '../../../ui/picture/OpacitySlider.tsx';
import classes from './Planes.module.css';
import { type Planes, type PlaneView, projections, type Slab, slabs } from './use-planes.ts';

interface PlaneToolsProps {
  planes: Planes;
  views: readonly PlaneView[];
}

export const planeWords: Readonly<Record<PlaneView, string>> = {
  axial: 'Axial',
  coronal: 'Coronal',
  sagittal: 'Sagittal',
  all: 'Three planes',
};

const projectionWords: Readonly<Record<(typeof projections)[number], string>> = {
  maximum: 'MIP',
  minimum: 'MinIP',
  average: 'Average',
};

/** ", MinIP 10 mm" behind a plane; nothing without a slab. */
export function slabWords({ mm, projection }: Slab): string {
  return mm === 0 ? '' : `, ${projectionWords[projection]} ${mm} mm`;
}

/** Which planes of an exam are shown, how thick, and what is drawn over them. */
export function PlaneTools({ planes, views }: PlaneToolsProps) {
  const { view, setView, slab, setSlab, hasRegions, setRegions, hasCrosshair, setCrosshair } = planes;
  return (
    <div className={classes.tools}>
      <SegmentedControl
        aria-label="Plane"
        size="sm"
        value={views.includes(view) ? view : 'axial'}
        onChange={(value) => setView(views.find((each) => each === value) ?? 'axial')}
        data={views.map((value) => ({ value, label: planeWords[value] }))}
      />
      <NativeSelect
        aria-label="Thickness of the slab"
        size="sm"
        value={String(slab.mm)}
        onChange={(event) => setSlab({ ...slab, mm: Number(event.currentTarget.value) })}
        data={slabs.map((mm) => ({ value: String(mm), label: mm === 0 ? 'No slab' : `Slab ${mm} mm` }))}
      />
      {slab.mm > 0 && (
        <SegmentedControl
          aria-label="Projection of the slab"
          size="sm"
          value={slab.projection}
          onChange={(projection) => setSlab({ ...slab, projection })}
          data={projections.map((value) => ({ value, label: projectionWords[value] }))}
        />
      )}
      <Toggle isOn={hasRegions} onToggle={() => setRegions(!hasRegions)}>
        Regions (o)
      </Toggle>
      {hasRegions && (
        <OpacitySlider label="Opacity of the regions" value={planes.cover} onChange={planes.setCover} />
      )}
      {view !== 'axial' && (
        <Toggle isOn={hasCrosshair} onToggle={() => setCrosshair(!hasCrosshair)}>
          Crosshair (q)
        </Toggle>
      )}
    </div>
  );
}

function Toggle({ isOn, onToggle, children }: { isOn: boolean; onToggle: () => void; children: string }) {
  return (
    <Button size="compact-sm" variant={isOn ? 'light' : 'default'} aria-pressed={isOn} onClick={onToggle}>
      {children}
    </Button>
  );
}
