import { createIcon } from './create-icon.ts';

// Icons of the viewer, the camera and the review.
export const IconAdjustments = createIcon([
  'M4 10a2 2 0 1 0 4 0a2 2 0 0 0 -4 0',
  'M6 4v4',
  'M6 12v8',
  'M10 16a2 2 0 1 0 4 0a2 2 0 0 0 -4 0',
  'M12 4v10',
  'M12 18v2',
  'M16 7a2 2 0 1 0 4 0a2 2 0 0 0 -4 0',
  'M18 4v1',
  'M18 9v11',
]);
export const IconArrowBackUp = createIcon(['M9 14l-4 -4l4 -4', 'M5 10h11a4 4 0 1 1 0 8h-1']);
export const IconArrowDown = createIcon(['M12 5l0 14', 'M18 13l-6 6', 'M6 13l6 6']);
export const IconArrowForwardUp = createIcon(['M15 14l4 -4l-4 -4', 'M19 10h-11a4 4 0 1 0 0 8h1']);
export const IconArrowLeft = createIcon(['M5 12l14 0', 'M5 12l6 6', 'M5 12l6 -6']);
export const IconArrowUp = createIcon(['M12 5l0 14', 'M18 11l-6 -6', 'M6 11l6 -6']);
export const IconArrowsMaximize = createIcon([
  'M16 4l4 0l0 4',
  'M14 10l6 -6',
  'M8 20l-4 0l0 -4',
  'M4 20l6 -6',
  'M16 20l4 0l0 -4',
  'M14 14l6 6',
  'M8 4l-4 0l0 4',
  'M4 4l6 6',
]);
export const IconBlockquote = createIcon([
  'M6 15h15',
  'M21 19h-15',
  'M15 11h6',
  'M21 7h-6',
  'M9 9h1a1 1 0 1 1 -1 1v-2.5a2 2 0 0 1 2 -2',
  'M3 9h1a1 1 0 1 1 -1 1v-2.5a2 2 0 0 1 2 -2',
]);
export const IconBrush = createIcon([
  'M3 21v-4a4 4 0 1 1 4 4h-4',
  'M21 3a16 16 0 0 0 -12.8 10.2',
  'M21 3a16 16 0 0 1 -10.2 12.8',
  'M10.6 9a9 9 0 0 1 4.4 4.4',
]);
export const IconCamera = createIcon([
  'M5 7h1a2 2 0 0 0 2 -2a1 1 0 0 1 1 -1h6a1 1 0 0 1 1 1a2 2 0 0 0 2 2h1a2 2 0 0 1 2 2v9a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-9a2 2 0 0 1 2 -2',
  'M9 13a3 3 0 1 0 6 0a3 3 0 0 0 -6 0',
]);
export const IconChevronUp = createIcon(['M6 15l6 -6l6 6']);
export const IconCircleCheck = createIcon(['M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0', 'M9 12l2 2l4 -4']);
export const IconClock = createIcon(['M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0', 'M12 7v5l3 3']);
export const IconContrast = createIcon(['M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0', 'M12 17a5 5 0 0 0 0 -10v10']);
export const IconContrast2 = createIcon([
  'M3 5a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2l0 -14',
  'M3 19h2.25c3.728 0 6.75 -3.134 6.75 -7s3.022 -7 6.75 -7h2.25',
]);
export const IconDatabaseImport = createIcon([
  'M4 6c0 1.657 3.582 3 8 3s8 -1.343 8 -3s-3.582 -3 -8 -3s-8 1.343 -8 3',
  'M4 6v6c0 1.657 3.582 3 8 3c.856 0 1.68 -.05 2.454 -.144m5.546 -2.856v-6',
  'M4 12v6c0 1.657 3.582 3 8 3c.171 0 .341 -.002 .51 -.006',
  'M19 22v-6',
  'M22 19l-3 -3l-3 3',
]);
export const IconEraser = createIcon([
  'M19 20h-10.5l-4.21 -4.3a1 1 0 0 1 0 -1.41l10 -10a1 1 0 0 1 1.41 0l5 5a1 1 0 0 1 0 1.41l-9.2 9.3',
  'M18 13.3l-6.3 -6.3',
]);
export const IconFileExport = createIcon([
  'M14 3v4a1 1 0 0 0 1 1h4',
  'M11.5 21h-4.5a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v5m-5 6h7m-3 -3l3 3l-3 3',
]);
export const IconFileTypography = createIcon([
  'M14 3v4a1 1 0 0 0 1 1h4',
  'M17 21h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2',
  'M11 18h2',
  'M12 18v-7',
  'M9 12v-1h6v1',
]);
export const IconFlask = createIcon([
  'M9 3l6 0',
  'M10 9l4 0',
  'M10 3v6l-4 11a.7 .7 0 0 0 .5 1h11a.7 .7 0 0 0 .5 -1l-4 -11v-6',
]);
export const IconHandFinger = createIcon([
  'M8 13v-8.5a1.5 1.5 0 0 1 3 0v7.5',
  'M11 11.5v-2a1.5 1.5 0 1 1 3 0v2.5',
  'M14 10.5a1.5 1.5 0 0 1 3 0v1.5',
  'M17 11.5a1.5 1.5 0 0 1 3 0v4.5a6 6 0 0 1 -6 6h-2h.208a6 6 0 0 1 -5.012 -2.7a69.74 69.74 0 0 1 -.196 -.3c-.312 -.479 -1.407 -2.388 -3.286 -5.728a1.5 1.5 0 0 1 .536 -2.022a1.867 1.867 0 0 1 2.28 .28l1.47 1.47',
]);
export const IconHandStop = createIcon([
  'M8 13v-7.5a1.5 1.5 0 0 1 3 0v6.5',
  'M11 5.5v-2a1.5 1.5 0 1 1 3 0v8.5',
  'M14 5.5a1.5 1.5 0 0 1 3 0v6.5',
  'M17 7.5a1.5 1.5 0 0 1 3 0v8.5a6 6 0 0 1 -6 6h-2h.208a6 6 0 0 1 -5.012 -2.7a69.74 69.74 0 0 1 -.196 -.3c-.312 -.479 -1.407 -2.388 -3.286 -5.728a1.5 1.5 0 0 1 .536 -2.022a1.867 1.867 0 0 1 2.28 .28l1.47 1.47',
]);
export const IconHelp = createIcon([
  'M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0',
  'M12 17l0 .01',
  'M12 13.5a1.5 1.5 0 0 1 1 -1.5a2.6 2.6 0 1 0 -3 -4',
]);
export const IconLayoutColumns = createIcon([
  'M4 6a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2l0 -12',
  'M12 4l0 16',
]);
export const IconLink = createIcon([
  'M9 15l6 -6',
  'M11 6l.463 -.536a5 5 0 0 1 7.071 7.072l-.534 .464',
  'M13 18l-.397 .534a5.068 5.068 0 0 1 -7.127 0a4.972 4.972 0 0 1 0 -7.071l.524 -.463',
]);
export const IconPencil = createIcon([
  'M4 20h4l10.5 -10.5a2.828 2.828 0 1 0 -4 -4l-10.5 10.5v4',
  'M13.5 6.5l4 4',
]);
export const IconPhoto = createIcon([
  'M15 8h.01',
  'M3 6a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v12a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3v-12',
  'M3 16l5 -5c.928 -.893 2.072 -.893 3 0l5 5',
  'M14 14l1 -1c.928 -.893 2.072 -.893 3 0l3 3',
]);
export const IconPlus = createIcon(['M12 5l0 14', 'M5 12l14 0']);
export const IconPolygon = createIcon([
  'M10 5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  'M17 8a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  'M3 11a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  'M13 19a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  'M6.5 9.5l3.5 -3',
  'M14 5.5l3 1.5',
  'M18.5 10l-2.5 7',
  'M13.5 17.5l-7 -5',
]);
export const IconPrinter = createIcon([
  'M17 17h2a2 2 0 0 0 2 -2v-4a2 2 0 0 0 -2 -2h-14a2 2 0 0 0 -2 2v4a2 2 0 0 0 2 2h2',
  'M17 9v-4a2 2 0 0 0 -2 -2h-6a2 2 0 0 0 -2 2v4',
  'M7 15a2 2 0 0 1 2 -2h6a2 2 0 0 1 2 2v4a2 2 0 0 1 -2 2h-6a2 2 0 0 1 -2 -2l0 -4',
]);
export const IconRefresh = createIcon([
  'M20 11a8.1 8.1 0 0 0 -15.5 -2m-.5 -4v4h4',
  'M4 13a8.1 8.1 0 0 0 15.5 2m.5 4v-4h-4',
]);
export const IconRotateRectangle = createIcon([
  'M10.09 4.01l.496 -.495a2 2 0 0 1 2.828 0l7.071 7.07a2 2 0 0 1 0 2.83l-7.07 7.07a2 2 0 0 1 -2.83 0l-7.07 -7.07a2 2 0 0 1 0 -2.83l3.535 -3.535h-3.988',
  'M7.05 11.038v-3.988',
]);
export const IconRulerMeasure = createIcon([
  'M19.875 12c.621 0 1.125 .512 1.125 1.143v5.714c0 .631 -.504 1.143 -1.125 1.143h-15.875a1 1 0 0 1 -1 -1v-5.857c0 -.631 .504 -1.143 1.125 -1.143h15.75',
  'M9 12v2',
  'M6 12v3',
  'M12 12v3',
  'M18 12v3',
  'M15 12v2',
  'M3 3v4',
  'M3 5h18',
  'M21 3v4',
]);
export const IconStack2 = createIcon(['M12 4l-8 4l8 4l8 -4l-8 -4', 'M4 12l8 4l8 -4', 'M4 16l8 4l8 -4']);
export const IconStar = createIcon([
  'M12 17.75l-6.172 3.245l1.179 -6.873l-5 -4.867l6.9 -1l3.086 -6.253l3.086 6.253l6.9 1l-5 4.867l1.179 6.873l-6.158 -3.245',
]);
export const IconSunset2 = createIcon([
  'M3 13h1',
  'M20 13h1',
  'M5.6 6.6l.7 .7',
  'M18.4 6.6l-.7 .7',
  'M8 13a4 4 0 1 1 8 0',
  'M3 17h18',
  'M7 20h5',
  'M16 20h1',
  'M12 5v-1',
]);
export const IconUnlink = createIcon([
  'M17 22v-2',
  'M9 15l6 -6',
  'M11 6l.463 -.536a5 5 0 0 1 7.071 7.072l-.534 .464',
  'M13 18l-.397 .534a5.068 5.068 0 0 1 -7.127 0a4.972 4.972 0 0 1 0 -7.071l.524 -.463',
  'M20 17h2',
  'M2 7h2',
  'M7 2v2',
]);
export const IconUpload = createIcon([
  'M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2 -2v-2',
  'M7 9l5 -5l5 5',
  'M12 4l0 12',
]);
export const IconUserQuestion = createIcon([
  'M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0',
  'M6 21v-2a4 4 0 0 1 4 -4h3.5',
  'M19 22v.01',
  'M19 19a2.003 2.003 0 0 0 .914 -3.782a1.98 1.98 0 0 0 -2.414 .483',
]);
export const IconWand = createIcon([
  'M6 21l15 -15l-3 -3l-15 15l3 3',
  'M15 6l3 3',
  'M9 3a2 2 0 0 0 2 2a2 2 0 0 0 -2 2a2 2 0 0 0 -2 -2a2 2 0 0 0 2 -2',
  'M19 13a2 2 0 0 0 2 2a2 2 0 0 0 -2 2a2 2 0 0 0 -2 -2a2 2 0 0 0 2 -2',
]);
export const IconZoom = createIcon(['M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0', 'M21 21l-6 -6']);
export const IconZoomIn = createIcon([
  'M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0',
  'M7 10l6 0',
  'M10 7l0 6',
  'M21 21l-6 -6',
]);
export const IconZoomOut = createIcon(['M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0', 'M7 10l6 0', 'M21 21l-6 -6']);
