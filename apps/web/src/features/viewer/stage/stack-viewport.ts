import { getShouldUseCPURendering, type RenderingEngine, StackViewport } from '@cornerstonejs/core';

/** The viewport of an engine, with its rendering on the CPU mended. */
export function stackViewport(engine: RenderingEngine, id: string): StackViewport {
  const viewport = engine.getViewport(id);
  if (!(viewport instanceof StackViewport)) throw new Error('The viewer could not be started');
  if (getShouldUseCPURendering()) countDevicePixels(viewport);
  return viewport;
}

/**
 * On the CPU, Cornerstone 5.14 sizes its canvas in CSS pixels but converts points as if it counted device
 * pixels, and scales by CSS pixels again. Only with a canvas of device pixels and scales to match do picture,
 * tools and layers agree on a screen with more than one device pixel per CSS pixel.
 */
function countDevicePixels(viewport: StackViewport): void {
  const { canvas, element } = viewport;
  const setCamera = viewport.setCamera.bind(viewport);
  const resize = () => {
    canvas.width = Math.round(element.clientWidth * window.devicePixelRatio);
    canvas.height = Math.round(element.clientHeight * window.devicePixelRatio);
  };
  viewport.resize = resize;
  viewport.setCamera = (camera, storeAsInitialCamera) => {
    const { parallelScale } = camera;
    const perDevicePixel = parallelScale ? { parallelScale: parallelScale / window.devicePixelRatio } : {};
    setCamera({ ...camera, ...perDevicePixel }, storeAsInitialCamera);
  };
  resize();
}
