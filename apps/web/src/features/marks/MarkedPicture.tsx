import type { Mark } from '@second-read/contract/marks';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import classes from './Marks.module.css';

interface MarkedPictureProps {
  marks: readonly Mark[];
  manifest: ModuleManifest;
  picture: string;
  size: { readonly width: number; readonly height: number };
}

/** The picture with a box per mark; those that the report does not name are dashed. */
export function MarkedPicture({ marks, manifest, picture, size }: MarkedPictureProps) {
  const { width, height } = size;
  const named = marks.filter(({ is_named: isNamed }) => isNamed).length;
  const fontSize = Math.max(width, height) / 40;
  return (
    <>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className={classes.picture}
        role="img"
        aria-label={`The picture with ${marks.length} marks, ${named} of them named in the report`}
      >
        <image href={picture} width={width} height={height} preserveAspectRatio="none" />
        {marks.map((mark, at) => {
          const { type, x, y, is_named: isNamed } = mark;
          const known = manifest.findingTypes.find(({ id }) => id === type);
          const colour = known?.colour ?? '#FFFFFF';
          return (
            <g key={`${x} ${y} ${type}`} style={{ stroke: colour, fill: colour }}>
              <rect
                className={classes.box}
                data-named={isNamed || undefined}
                {...{ x, y, width: mark.width, height: mark.height }}
              />
              <text
                className={classes.number}
                x={x}
                y={Math.max(fontSize, y - fontSize / 4)}
                fontSize={fontSize}
              >
                {at + 1}
              </text>
            </g>
          );
        })}
      </svg>
      <p className={classes.quiet}>Solid: named in the report. Dashed: below its operating point.</p>
    </>
  );
}
