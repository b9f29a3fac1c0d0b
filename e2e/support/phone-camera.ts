import { expect, type Page } from '@playwright/test';
import { signIn } from './clinician.ts';

/** Steps of taking images of the cervix with a phone: `cameraLaunch` and `showToCamera` give it a camera. */
export async function openCamera(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Take a Picture' }).click();
  await expect(page.getByRole('dialog', { name: 'Take a picture' })).toBeVisible();
}

/** One picture in the live view, kept. */
export async function take(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Take the picture' }).click();
  await page.getByRole('button', { name: 'Use picture' }).click();
}

export async function openCervix(page: Page, patientId: string): Promise<void> {
  await signIn(page);
  await page.goto('/cervix-analysis');
  await page.getByLabel('Patient ID (Required)').fill(patientId);
}

/** One picture before acetic acid and one after it, timed. */
export async function takeBoth(page: Page): Promise<void> {
  await openCamera(page);
  await take(page);
  await page.getByRole('button', { name: 'Start timer' }).click();
  await take(page);
  await page.getByRole('button', { name: 'Done (2)' }).click();
}

/** Once there is a picture, a phone has patient and pictures in a sheet. */
export async function openSheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Patient and image/ }).click();
  await expect(page.getByRole('dialog', { name: 'Patient and image' })).toBeVisible();
}
