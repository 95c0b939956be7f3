/**
 * What each call shows of the rows that belong to somebody. A call that reads and is not named here, and is not one of
 * a declared resource, fails the build: whoever adds it says whose rows it answers, and (for rows of somebody) how
 * that is tried, in `read-probes.ts`.
 */
export const reads = {
  /** Declarations, settings, calendars and lists that are the same for everybody; nobody's rows. */
  same: [
    'GET /docs/json', 'GET /docs', 'GET /public/captchaImage', 'GET /public/identityProvider', 'GET /workflow/form/:businessType', 'GET /workflow/process/list', 'GET /workflow/process/keyList', 'GET /workflow/process/list/terminal',
    'GET /workflow/process/group/list', 'GET /workflow/process/detail', 'GET /workflow/getHomeFunction', 'GET /workflow/form-property/:id', 'GET /workflow/wf/defNode/nodeType/:nodeType/getWfNodeInfo',
    'GET /workflow/wf-process-def/customizedScript/:businessType', 'GET /workflow/startNodeForm',
    'GET /system/sysDict/list', 'POST /system/sysDict/page', 'GET /system/sysDict/type/:type', 'GET /system/sysDict/enum/:type', 'GET /oaserver/dict/:type', 'GET /oaserver/fileWhitelist/list', 'GET /system/terminal/list',
    'GET /budgetservice/exchangeRate/current', 'GET /budgetservice/exchangeRate/year/:year', 'GET /budgetservice/parameter/list', 'GET /budgetservice/exchangeRate/changes', 'GET /public/bank/list',
    'GET /budgetservice/annualBudget/template', 'GET /system/user/template',
    'GET /public/area/json', 'GET /public/area/countries', 'GET /public/regions/list', 'GET /public/area/riskLevel', 'GET /public/factory/factorys',
    'POST /system/role/page', 'GET /system/role/list', 'GET /system/role/catalogue', 'GET /system/role/columns', 'GET /system/role/:id', 'POST /system/role/:id/users/page', 'GET /system/menu', 'GET /system/menu/permissions', 'GET /system/menu/pages',
    'POST /system/dataScope/try', 'POST /system/dataScope/page', 'GET /system/dataScope/resources', 'GET /oaserver/messages/kinds', 'GET /system/updateLog/list', 'POST /system/updateLog/page', 'GET /system/guide/list', 'GET /oaserver/book/types', 'GET /system/org/syncPersonnel',
    'GET /oaserver/sap/state', 'GET /oaserver/sap/costCenters', 'GET /oaserver/sap/projects', 'GET /oaserver/sap/materials', 'GET /oaserver/sap/stock', 'GET /oaserver/sap/units', 'GET /oaserver/sap/subject', 'GET /oaserver/sap/movement', 'GET /oaserver/sap/openItems', 'POST /oaserver/sap/forward',
  ],
  /** Pickers, labels and the address book: whom and what everybody may choose, and what a document that is written will show. */
  everybody: [
    'GET /system/users/list', 'POST /system/users/usersIds', 'POST /system/users/groupIds', 'POST /system/users/roleNames', 'GET /system/groups/list', 'GET /system/groups/addressBookTree', 'GET /system/groups/userId/:id',
    'POST /system/addressBook/page', 'GET /system/avatar/:id', 'GET /system/addressBook/export', 'POST /workflow/userNodeList', 'POST /workflow/wfNodeCalculation', 'POST /oaserver/:businessType/calculate',
  ],
  /** The caller's own, whatever their scope. */
  own: [
    'POST /ws/ticket', 'GET /ws/message', 'GET /workflow/queryStartFormAuthority', 'GET /system/delegation/list', 'GET /system/profile', 'GET /oaserver/messageCustomize/queryByUserId', 'GET /idp/realms/oa/account', 'GET /system/user/currentUser', 'GET /system/menus/current', 'GET /system/menus/closed', 'GET /system/permissions/mine', 'GET /idp/realms/oa/protocol/openid-connect/userinfo',
    'POST /idp/realms/oa/protocol/openid-connect/userinfo', 'GET /oaserver/user-input-cache', 'GET /system/opinions', 'GET /oaserver/payeeAccount/list', 'GET /public/importProgress/:id', 'GET /public/importFailure/:id',
    'POST /workflow/tasks/todoList', 'POST /workflow/tasks/todoList/figures', 'POST /workflow/tasks/todoList/count', 'POST /workflow/tasks/doneList', 'POST /workflow/tasks/doneList/figures', 'POST /workflow/tasks/doneList/count',
    'POST /workflow/tasks/myApply', 'POST /workflow/tasks/myApply/figures', 'POST /workflow/tasks/myApply/count', 'POST /workflow/tasks/myGotIt', 'POST /workflow/tasks/myGotIt/figures', 'POST /workflow/tasks/myGotIt/count',
    'GET /workflow/tasks/todoList/export', 'GET /workflow/tasks/doneList/export', 'GET /workflow/tasks/myApply/export', 'GET /workflow/tasks/myGotIt/export',
    'GET /workflow/tasks/counts', 'GET /oaserver/messages/count', 'POST /oaserver/messages/page', 'GET /budgetservice/permission/mine', 'GET /budgetservice/offlineReimbursement/permission',
  ],
  /** Documents in lists, sums and pickers. */
  documents: [
    'POST /workflow/tasks/all', 'POST /workflow/tasks/all/figures', 'POST /workflow/tasks/all/count', 'GET /workflow/tasks/all/export', 'POST /oaserver/:businessType/page', 'POST /workflow/getProcess', 'GET /workflow/documents/found',
    'POST /system/reference/:kind/find', 'POST /system/reference/:kind/page',
  ],
  /** One document, and what follows it: history, files, bindings. */
  document: [
    'GET /oaserver/:businessType/detail', 'POST /workflow/getProcessInstanceNodeInfo', 'GET /workflow/historicFlow', 'POST /workflow/getProcessRecordList', 'POST /workflow/approvingNodeForm',
    'GET /workflow/checkBusinessBind/:procInstId', 'GET /workflow/rounds/:procInstId', 'GET /workflow/canReimburse/:procInstId', 'GET /workflow/v2/backList/:procInstId', 'GET /workflow/admin/jumpList/:procInstId', 'POST /workflow/getSelectUsers',
    'GET /oaserver/attachment/download', 'GET /oaserver/isDelFile', 'GET /oaserver/:businessType/:businessKey/print',
    'GET /oaserver/attachment/list/businessIdAndType', 'POST /oaserver/attachment/page', 'POST /oaserver/attachment/downloadZip/:businessNo', 'GET /oaserver/:businessType/downloadWordPDF', 'GET /oaserver/:businessType/downloadWord',
  ],
  budgets: [
    'POST /budgetservice/annualBudget/page', 'GET /budgetservice/annualBudget/export', 'GET /budgetservice/annualBudget/download', 'POST /budgetservice/budget/ledger/page', 'GET /budgetservice/budget/list', 'POST /budgetservice/budget/check', 'GET /budgetservice/annualBudget/history',
    'GET /budgetservice/budget/varianceReason', 'GET /budgetservice/budget/varianceReason/due', 'GET /budgetservice/budget/glance', 'GET /budgetservice/attention', 'GET /budgetservice/annualBudget/setting',
  ],
  journeys: ['POST /oaserver/journeyRecord/page', 'GET /oaserver/journeyRecord/:id'],
  users: ['POST /system/user/page', 'GET /system/user/:id', 'GET /system/user/export', 'GET /system/org/people/:id/dependants', 'POST /system/org/people/:id/dependants/page'],
  units: ['GET /system/org', 'GET /system/org/:id', 'POST /system/org/:id/people/page', 'GET /system/org/:id/dependants', 'POST /system/org/:id/dependants/page'],
  /** For those only who administer flows. */
  flows: ['POST /workflow/def/validate', 'GET /workflow/def/health'],
  /** For those only who see everything. */
  all: ['POST /system/auditLog/page', 'GET /system/auditLog/resources', 'GET /system/auditLog/export', 'POST /system/syncLog/page', 'GET /system/syncLog/sources', 'POST /system/org/syncPersonnel/preview', 'GET /system/push/state', 'POST /system/push/failed/page'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Pages of the sign-in, whose answers are about the browser's own sign-in. */
export const signInPages = /^(GET|POST) \/idp\/realms\/oa\/(\.well-known|protocol\/openid-connect\/(auth|token|certs|logout)|assets|sign-in)/
