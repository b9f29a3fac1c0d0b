import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import classes from './Planes.module.css';
import { type Planes, type PlaneView, slabs } from './use-planes.ts';

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

/** Which planes of an exam are shown, how thick, and what is drawn over them. */
export function PlaneTools({ planes, views }: PlaneToolsProps) {
  const { view, setView, slabMm, setSlabMm, hasRegions, setRegions, hasCrosshair, setCrosshair } = planes;
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
        aria-label="Maximum-intensity slab"
        size="sm"
        value={String(slabMm)}
        onChange={(event) => setSlabMm(Number(event.currentTarget.value))}
        data={slabs.map((mm) => ({ value: String(mm), label: mm === 0 ? 'No slab' : `MIP slab ${mm} mm` }))}
      />
      <Toggle isOn={hasRegions} onToggle={() => setRegions(!hasRegions)}>
        Regions (o)
      </Toggle>
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
