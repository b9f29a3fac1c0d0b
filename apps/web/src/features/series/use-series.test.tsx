import {
  greyAttributes,
  wordBytes,
  writeDicom,
} from '@second-read/core/decode/dicom/write-dicom.test-support';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useSeries } from './use-series.ts';

afterEach(cleanup);

const file = (patient: string) =>
  new File(
    [
      writeDicom({
        '0008,0060': ['CS', 'CT'],
        '0010,0010': ['PN', `${patient}^Ann`],
        '0010,0020': ['LO', patient],
        '0020,000d': ['UI', `1.2.${patient.length}`],
        '0020,000e': ['UI', `1.3.${patient.length}`],
        '0020,0032': ['DS', '0\\0\\0'],
        '0020,0037': ['DS', '1\\0\\0\\0\\1\\0'],
        ...greyAttributes(2, 2, 12),
        '7fe0,0010': ['OW', wordBytes([0, 1, 2, 3])],
      }) as Uint8Array<ArrayBuffer>,
    ],
    `${patient}.dcm`,
  );

it('opens files of several patients one after the other, each once it is chosen', async () => {
  const shown: string[] = [];
  const options = {
    ...{ maxBytes: 1e6, mostPixels: 1e9 },
    onShow: (slice: { file: File }) => void shown.push(slice.file.name),
    onProblem: (message: string) => {
      throw new Error(message);
    },
  };
  const { result } = renderHook(() => useSeries(options));
  const state = <Status extends string>(status: Status) => {
    const now = result.current.state;
    if (now.status !== status) throw new Error(`it is ${now.status}`);
    return now as Extract<typeof now, { status: Status }>;
  };
  void act(() => void result.current.read([file('A'), file('BB')]));
  await waitFor(() => expect(state('asking').opened).toEqual([]));
  const places = state('asking').studies.map(({ identity }) => identity.patientId);
  expect(places.toSorted()).toEqual(['A', 'BB']);
  act(() => state('asking').choose(0));
  await waitFor(() => expect(state('open').more?.left).toBe(1));
  act(() => state('open').more?.choose());
  await waitFor(() => expect(state('asking').opened).toEqual([0]));
  act(() => state('asking').choose(1));
  await waitFor(() => expect(state('open').more?.left).toBe(0));
  expect(state('open').files.identity?.patientId).toBe(places[1]);
  await waitFor(() => expect(shown).toEqual(places.map((id) => `${id}.dcm`)));
});
