import { manifests } from '@second-read/analyses/manifests';
import type { Right } from '@second-read/core/roles/rights';

/** Who may call a route: everybody, every account, or accounts with a right. */
export type RouteAccess = 'everybody' | 'signed_in' | Right;

/**
 * Every route of the API (decision 032). `{module}` is the path of each clinical module. A route that
 * is missing here is refused to everybody, and fails `route-rights.test.ts`. Where a route shows reports,
 * `read_own` limits it to the caller's own unless the account has `read` (`scopeOf`).
 */
const table: Readonly<Record<string, RouteAccess>> = {
  'GET /api/site/': 'everybody',
  // On a demo server only, and of shipped samples only.
  'GET /api/live-try/': 'everybody',
  'POST /api/live-try/:module/:file/': 'everybody',
  'GET /healthz': 'everybody',
  'GET /readyz': 'everybody',
  'GET /metrics': 'everybody',
  'GET /api/verify/:code/': 'everybody',
  // Of whoever proves by password, token or signed link to be the one.
  'POST /api/setup/': 'everybody',
  'POST /api/accounts/login/': 'everybody',
  'POST /api/accounts/password/': 'everybody',
  'POST /api/accounts/totp/': 'everybody',
  'POST /api/accounts/totp/confirm/': 'everybody',
  'POST /api/accounts/totp/recovery/': 'everybody',
  'POST /api/accounts/totp/remove/': 'everybody',
  'POST /api/accounts/token/refresh/': 'everybody',
  'POST /api/accounts/logout/': 'everybody',
  'GET /media/*': 'everybody',

  'GET /api/accounts/dashboard/': 'signed_in',
  'GET /api/accounts/device-keys/': 'upload',
  'GET /api/accounts/totp/': 'signed_in',
  'POST /api/accounts/profile/': 'signed_in',
  'GET /api/accounts/preferences/': 'signed_in',
  'PATCH /api/accounts/preferences/': 'signed_in',
  'GET /api/accounts/sessions/': 'signed_in',
  'POST /api/accounts/sessions/:id/end/': 'signed_in',
  'GET /api/accounts/read-keys/': 'signed_in',
  'POST /api/accounts/read-keys/': 'signed_in',
  'DELETE /api/accounts/read-keys/:id/': 'signed_in',
  // Of the demo organization, where it is not shared by strangers.
  'POST /api/demo/reset/': 'administer',
  'GET /api/trials/count/': 'signed_in',
  'GET /api/pacs/': 'signed_in',
  'GET /api/organization/settings/': 'signed_in',
  'PATCH /api/organization/settings/': 'administer',
  'POST /api/organization/settings/dry-run/': 'administer',
  'GET /api/administration/accounts/': 'administer',
  'POST /api/administration/accounts/': 'administer',
  'PATCH /api/administration/accounts/:id/': 'administer',
  'POST /api/administration/accounts/:id/reset/': 'administer',

  'POST /api/{module}/process/': 'upload',
  'POST /api/{module}/text-search/': 'upload',
  'GET /api/{module}/progress/:key/': 'upload',
  'POST /api/{module}/cancel/:key/': 'upload',
  'POST /api/{module}/pictures/known/': 'upload',
  'GET /api/patients/known/': 'upload',
  'POST /api/{module}/batches/': 'upload',
  'POST /api/{module}/batches/:id/slices/:slice/': 'upload',
  'POST /api/batches/:id/cancel/': 'upload',
  'GET /api/pacs/studies/': 'upload',
  'GET /api/pacs/studies/:study/series/': 'upload',
  'GET /api/pacs/studies/:study/series/:series/instances/': 'upload',
  'GET /api/pacs/studies/:study/series/:series/instances/:instance/picture/': 'upload',

  'GET /api/batches/': 'read_own',
  'GET /api/batches/:id/': 'read_own',
  'GET /api/batches/:id/results/': 'read_own',
  'GET /api/{module}/my-reports/': 'read_own',
  'GET /api/{module}/my-reports/export/': 'read_own',
  'GET /api/{module}/all-reports/': 'read',
  'GET /api/{module}/all-reports/export/': 'read',
  'GET /api/worklist/': 'read',
  'GET /api/worklist/events/': 'read',
  'GET /api/worklist/mine/': 'read',
  'PATCH /api/worklist/mine/': 'read',
  'GET /api/worklist/readers/': 'review',
  'POST /api/worklist/:id/assignee/': 'review',
  'DELETE /api/worklist/:id/assignee/': 'review',
  'GET /api/notifications/': 'read',
  'GET /api/notifications/count/': 'read',
  'POST /api/notifications/read/': 'read',
  'GET /api/alarms/channels/': 'administer',
  'GET /api/reports/': 'read_own',
  'GET /api/reports/:id/': 'read_own',
  'GET /api/{module}/reports/:id/': 'read_own',
  'GET /api/reports/:id/slices/': 'read_own',
  'GET /api/{module}/reports/:id/priors/': 'read_own',
  'GET /api/{module}/reports/:id/export/:form/': 'read_own',
  'POST /api/reports/:id/exported/': 'read_own',
  'GET /api/{module}/reports/:id/pacs/': 'read_own',
  'POST /api/{module}/reports/:id/pacs/': 'send',

  'GET /api/reports/:id/reviews/current/': 'read_own',
  'GET /api/reports/:id/versions/': 'read_own',
  'GET /api/reports/:id/versions/:version/': 'read_own',
  'POST /api/reports/:id/reviews/': 'review',
  'PATCH /api/reports/:id/reviews/current/': 'review',
  'DELETE /api/reports/:id/reviews/current/': 'review',
  'POST /api/reports/:id/sign/': 'sign',
  'DELETE /api/reports/:id/sign/': 'sign',
  'POST /api/reports/:id/amendments/': 'sign',
  'POST /api/reports/:id/withdraw/': 'sign',

  'GET /api/reports/:id/marks/': 'read_own',
  'POST /api/reports/:id/marks/shown/': 'read_own',
  'GET /api/reports/:id/opinion/': 'read',
  'POST /api/reports/:id/opinion/': 'review',
  'GET /api/agreement/': 'read',
  'POST /api/read-first/': 'review',

  'GET /api/dicom-web/studies': 'read_own',
  'GET /api/dicom-web/studies/:study': 'read_own',
  'GET /api/dicom-web/studies/:study/metadata': 'read_own',
  'GET /api/dicom-web/studies/:study/series': 'read_own',
  'GET /api/dicom-web/studies/:study/instances': 'read_own',
  'GET /api/dicom-web/studies/:study/series/:series': 'read_own',
  'GET /api/dicom-web/studies/:study/series/:series/metadata': 'read_own',
  'GET /api/dicom-web/studies/:study/series/:series/instances': 'read_own',
  'GET /api/dicom-web/studies/:study/series/:series/instances/:instance': 'read_own',
  'GET /api/dicom-web/studies/:study/series/:series/instances/:instance/metadata': 'read_own',
  'GET /api/dicom-web/studies/:study/series/:series/instances/:instance/frames/:frames': 'read_own',
  'GET /api/dicom-web/studies/:study/series/:series/instances/:instance/rendered': 'read_own',
  'GET /api/dicom-web/studies/:study/series/:series/instances/:instance/frames/:frames/rendered': 'read_own',

  'GET /api/phrases/': 'review',
  'POST /api/phrases/': 'sign',
  'PATCH /api/phrases/:id/': 'sign',
  'DELETE /api/phrases/:id/': 'sign',

  'GET /api/audit/': 'audit',
  'POST /api/audit/patient/': 'audit',
  'POST /api/audit/patient/export/': 'audit',
  'GET /api/audit/export/': 'audit',
};

const modulePaths = manifests.map(({ apiPath }) => `/api/${apiPath}/`);

/** Undefined where the table does not have the route. `HEAD` is asked for what `GET` is. */
export function accessOf(method: string, url: string): RouteAccess | undefined {
  const prefix = modulePaths.find((path) => url.startsWith(path));
  const pattern = prefix === undefined ? url : `/api/{module}/${url.slice(prefix.length)}`;
  return table[`${method === 'HEAD' ? 'GET' : method} ${pattern}`];
}

/** The lines of the table, for the test that holds them against the routes. */
export const routeRights: Readonly<Record<string, RouteAccess>> = table;
