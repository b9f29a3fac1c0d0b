export { csvHead, entryLine } from './csv.ts';
export { type KeptHead, readHeadRecord, writeHeadRecord } from './head-record.ts';
export { keepHeads } from './keep-heads.ts';
export { readTrail } from './read-trail.ts';
export { recordAudit, recordEach } from './record-audit.ts';
export { recordTallied } from './record-tallied.ts';
export { auditRoutes } from './routes.ts';
export { type TrailJudgement, verifyTrail } from './verify-trail.ts';
