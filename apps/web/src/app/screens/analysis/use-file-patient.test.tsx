import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { usePatientId } from '../../../features/analysis/patient/use-patient-id.ts';
import { useFilePatient } from './use-file-patient.ts';

const fileOf = (name: string) => new File(['x'], name);
const dicom = fileOf('a.dcm');

/** The field as the screen has it, with a file and the ID that was read from it. */
function open(file: File | null, fileId: string | null) {
  return renderHook(
    (image: { file: File | null; fileId: string | null }) => {
      const patient = usePatientId();
      useFilePatient(image, { ...patient, onChange: patient.field.onChange });
      return patient;
    },
    { initialProps: { file, fileId } },
  );
}

it('fills in the ID of a file, also of the next one', () => {
  const { result, rerender } = open(dicom, '0042');
  expect(result.current.value).toBe('0042');
  rerender({ file: fileOf('b.dcm'), fileId: '0043' });
  expect(result.current.value).toBe('0043');
});

it('does not keep the ID of one file for the next one that names no patient', () => {
  const { result, rerender } = open(dicom, '0042');
  rerender({ file: fileOf('b.png'), fileId: null });
  expect(result.current).toMatchObject({ isGenerated: true, isUnconfirmed: true });
  expect(result.current.value).not.toBe('0042');
});

it('does not keep the ID of a file either where the reader chose it', () => {
  const { result, rerender } = open(null, null);
  act(() => result.current.field.onChange('0041'));
  rerender({ file: dicom, fileId: '0042' });
  expect(result.current.value).toBe('0041');
  act(() => result.current.field.onChange('0042'));
  rerender({ file: fileOf('b.png'), fileId: null });
  expect(result.current.isGenerated).toBe(true);
});

it('keeps the ID while the same file is read again', () => {
  const { result, rerender } = open(dicom, '0042');
  rerender({ file: dicom, fileId: null });
  rerender({ file: null, fileId: null });
  rerender({ file: dicom, fileId: null });
  expect(result.current.value).toBe('0042');
});

it('keeps what the reader typed', () => {
  const { result, rerender } = open(dicom, '0042');
  act(() => result.current.field.onChange('0077'));
  rerender({ file: fileOf('b.png'), fileId: null });
  expect(result.current.value).toBe('0077');
  rerender({ file: fileOf('c.dcm'), fileId: '0043' });
  expect(result.current.value).toBe('0077');
});
