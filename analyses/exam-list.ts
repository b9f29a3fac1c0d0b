import type { ExamModule } from '@second-read/core/exam/report/exam-report';

/** Modules that read whole exams; cervix reads photographs one by one. */
export const examModuleIds = ['brain-ct', 'lung', 'breast'] as const;
export type ExamModuleId = (typeof examModuleIds)[number];

export function isExamModule(id: string): id is ExamModuleId {
  return examModuleIds.some((each) => each === id);
}

/** id → how slices become one report; lazy, as few processes read exams. */
export const exams = {
  'brain-ct': async () => (await import('./brain-ct/exam.ts')).exam,
  lung: async () => (await import('./lung/exam.ts')).exam,
  breast: async () => (await import('./breast/exam.ts')).exam,
} satisfies Record<ExamModuleId, () => Promise<ExamModule>>;
