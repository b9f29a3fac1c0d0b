import type { WireFields } from '@second-read/core/analysis/report-module';

export const demoReplies: readonly WireFields[] = [{ inserts: 'none' }];
