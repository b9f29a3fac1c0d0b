import { getShouldUseCPURendering, type StackViewport } from '@cornerstonejs/core';
import { type Orientation, stageAxes } from './orientation.ts';

/** Lays the picture of a viewport so, about the middle of the stage. */
export function orientViewport(viewport: StackViewport, orientation: Orientation): void {
  if (getShouldUseCPURendering()) orientOnCpu(viewport, orientation);
  else orientOnGpu(viewport, orientation);
}

/** By the camera: it stands before or behind the picture and holds one of its sides up. */
function orientOnGpu(viewport: StackViewport, orientation: Orientation): void {
  const { right, up } = stageAxes(orientation);
  const { focalPoint = [0, 0, 0], position = [0, 0, -1] } = viewport.getCamera();
  const distance = Math.hypot(...focalPoint.map((value, axis) => value - (position[axis] ?? 0)));
  const facing = right[0] * up[1] - right[1] * up[0];
  viewport.setCamera({
    viewUp: [up[0], up[1], 0],
    viewPlaneNormal: [0, 0, facing],
    position: [focalPoint[0], focalPoint[1], focalPoint[2] + facing * distance],
    focalPoint,
  });
}

function orientOnCpu(viewport: StackViewport, { isMirrored, quarterTurns }: Orientation): void {
  viewport.setViewPresentation({ rotation: quarterTurns * 90 });
  // Also makes Cornerstone count its transform anew.
  viewport.setCamera({ flipHorizontal: isMirrored, flipVertical: false });
}
