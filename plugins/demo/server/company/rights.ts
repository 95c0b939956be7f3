import type { DataScope } from '#server/identity/caller.ts'
import type { Permission } from '#kernel/permissions.ts'

/** Forms that post to SAP; SAP administrators may read their documents. */
const posting = ['sapPayment', 'assetsAcceptance', 'newSuppliers', 'purchasePrice', 'salesPriceEntry', 'sampleReview', 'purchaseContract',
  'ecnApply', 'ecnChange', 'ecnBaseline', 'materialRequisition', 'sapPurchaseRequisition', 'materialManagement', 'salesOverflowReview',
  'reserveTurnPreSap', 'moqApproveSap', 'pmcManualSap', 'negativeRecordSap'] as const

/** Forms visible to planning. */
const planning = ['materialRequisition', 'salesOverflowReview', 'reserveTurnPreSap', 'moqApproveSap', 'pmcManualSap',
  'negativeRecordSap'] as const

/** Permissions of the demo company's roles, in addition to those of all employees. */
export const grants: Readonly<Record<string, readonly Permission[]>> = {
  financeStaff: [
    'finance:currency:*',
    'finance:rate:*',
    'finance:budget:*',
    'finance:costCenter:*',
    'finance:expenseType:*',
    'finance:project:*',
    'finance:deptCostCenter:*',
    'finance:devProject:*',
    'master:supplier:view',
    'master:supplierAccount:*',
    'master:customer:view',
    'master:bank:*',
    'finance:offline:*',
    'finance:distance:*',
    'finance:invoiceTitle:*',
    'finance:parameter:*',
    'contract:ledger:*',
    'sales:priceBase:*',
    'master:material:view',
    'sap:openItems:view',
    'changeItemStatus',
  ],
  financeManager: ['master:material:view', 'sap:openItems:view', 'archive:package:*', 'finance:parameter:*', 'finance:budget:view',
    'finance:rate:view', 'finance:currency:view', 'sap:posting:retry', 'workflow:posting:view', 'workflow:intervention:confirm',
    'sales:priceBase:view', 'sales:priceBase:export'],
  sapAdmin: ['sap:posting:retry', 'workflow:posting:*', ...posting.map((type) => `form:${type}:view` as const)],
  accountant: ['master:material:view', 'sap:openItems:view', 'finance:invoiceTitle:view', 'finance:parameter:view', 'finance:currency:view',
    'finance:rate:view', 'finance:budget:view', 'finance:costCenter:view', 'finance:expenseType:view', 'finance:deptCostCenter:view',
    'sales:priceBase:view'],
  departmentHead: ['finance:budget:view', 'card:all:view'],
  vicePresident: ['finance:budget:view', 'card:all:view', 'sales:priceBase:view'],
  generalManager: ['finance:budget:view', 'card:all:view', 'sales:priceBase:view'],
  legal: ['contract:ledger:*'],
  purchaseManager: ['contract:ledger:view', 'contract:ledger:export', 'master:supplier:*', 'master:supplierAccount:view',
    'master:material:view', 'sap:stock:view', 'sap:openItems:view', 'form:newSuppliers:view', 'form:newSuppliers:export',
    'form:purchasePrice:view', 'form:purchasePrice:export'],
  buyer: ['master:supplier:view', 'master:material:view', 'sap:stock:view', 'sap:openItems:view'],
  salesManagerApprover: ['contract:ledger:view', 'contract:ledger:export', 'master:customer:*', 'master:salesGroup:*',
    'form:salesPriceEntry:view', 'form:salesPriceEntry:export', 'form:packingApply:view'],
  sqe: ['form:newSuppliers:view', 'form:newSuppliers:export', 'form:sampleReview:view', 'form:sampleReview:export'],
  planner: ['master:material:view', 'sap:stock:view', 'form:materialRequisition:view', 'form:salesOverflowReview:view',
    'form:pmcManualSap:view', 'form:moqApproveSap:view'],
  pmc: ['master:material:view', 'sap:stock:view', ...planning.flatMap((type) => [`form:${type}:view`, `form:${type}:export`] as const)],
  warehouse: ['master:material:*', 'sap:stock:view', 'form:materialRequisition:view', 'form:materialRequisition:export'],
  iqc: ['form:materialRequisition:view'],
  rdAssistantBomReview: ['rd:workHour:*', 'finance:devProject:view', 'form:devReviewSheet:view', 'form:devReviewSheet:export'],
  rdDirector: ['form:devReviewSheet:view', 'form:devReviewSheet:export', 'form:patentApplication:view', 'rd:patent:view',
    'rd:patent:export', 'rd:workHour:view', 'rd:workHour:export', 'rd:directedSoftware:view', 'rd:directedSoftware:export'],
  patentEngineer: ['rd:patent:*', 'form:patentApplication:view', 'form:patentApplication:export'],
  docControl: ['form:devReviewSheet:view', 'change:ecnLine:view', 'change:ecnLine:export', 'form:ecnApply:view', 'form:ecnBaseline:view'],
  changeManager: ['change:ecnLine:*', 'form:ecnApply:view', 'form:ecnApply:export', 'form:ecnReviewForm:view', 'form:ecnChange:view',
    'form:ecnBaseline:view', 'form:ecnBaseline:export'],
  productionHead: ['form:fiveMChange:view', 'form:fiveMChange:export'],
  proposalCommittee: ['proposal:index:view', 'proposal:index:export'],
  proposalAdmin: ['proposal_apply_abandoned', 'proposal:index:*', 'form:proposalApply:view', 'form:proposalApply:export'],
  assetAdmin: ['form:assetsAcceptance:view', 'form:assetsAcceptance:export'],
  fleetManager: ['fleet:driver:*', 'fleet:licence:view'],
  hr: ['fleet:driver:view', 'fleet:driver:export'],
  librarian: ['library:book:*', 'library:location:*', 'library:borrow:*', 'form:bookBorrow:view', 'form:bookBorrow:export',
    'form:bookAdd:view'],
  employee: ['library:book:view', 'library:borrow:view', 'dingtalk:processInstance:view', 'it:vpnAccount:view', 'it:nvrLicence:view',
    'card:own:*', 'card:sync'],
  itAdmin: ['it:vpnAccount:*'],
  licenceAdmin: ['it:nvrLicence:*'],
  pmo: ['finance:project:view', 'finance:devProject:view', 'rd:workHour:*', 'rd:directedSoftware:*', 'proposal:index:view'],
  workflowAdmin: ['workflow:instance:admin', 'workflow:approval:*', 'workflow:config:*', 'workflow:intervention:confirm',
    'workflow:dynamicForm:*', 'abandoned', 'system:template:*'],
}

/** Roles with access to documents of others within their data scope. */
export const viewers = ['financeStaff', 'financeManager', 'accountant', 'departmentHead', 'vicePresident', 'generalManager',
  'workflowAdmin'] as const

/** Roles that may view and export all statistics pages within their data scope. */
export const analysts = ['financeStaff', 'financeManager', 'accountant', 'departmentHead', 'vicePresident', 'generalManager'] as const

/** Data scope per role; other roles only see their own records. */
export const scopes: Readonly<Record<string, DataScope>> = {
  administrator: { scope: 'all', withSub: true, departments: [] },
  workflowAdmin: { scope: 'all', withSub: true, departments: [] },
  financeStaff: { scope: 'all', withSub: true, departments: [] },
  librarian: { scope: 'all', withSub: true, departments: [] },
  proposalAdmin: { scope: 'all', withSub: true, departments: [] },
  financeManager: { scope: 'all', withSub: true, departments: [] },
  rdDirector: { scope: 'custom', withSub: true, departments: ['sz-rd'] },
  patentEngineer: { scope: 'all', withSub: true, departments: [] },
  assetAdmin: { scope: 'all', withSub: true, departments: [] },
  accountant: { scope: 'enterpriseBelow', withSub: true, departments: [] },
  generalManager: { scope: 'enterpriseBelow', withSub: true, departments: [] },
  vicePresident: { scope: 'enterprise', withSub: true, departments: [] },
  departmentHead: { scope: 'department', withSub: true, departments: [] },
  salesManagerApprover: { scope: 'custom', withSub: true, departments: ['sz-sales'] },
  sapAdmin: { scope: 'all', withSub: true, departments: [] },
  employee: { scope: 'self', withSub: false, departments: [] },
}

/** Data scopes of roles for single resources, deviating from their default. */
export const resourceScopes: readonly { readonly role: string; readonly resource: string; readonly scope: DataScope }[] = [
  { role: 'licenceAdmin', resource: 'nvrLicence', scope: { scope: 'all', withSub: true, departments: [] } },
  { role: 'itAdmin', resource: 'vpnAccount', scope: { scope: 'all', withSub: true, departments: [] } },
  { role: 'legal', resource: 'contract', scope: { scope: 'all', withSub: true, departments: [] } },
  { role: 'buyer', resource: 'contract', scope: { scope: 'custom', withSub: true, departments: ['sz-purchase'] } },
  { role: 'purchaseManager', resource: 'contract', scope: { scope: 'custom', withSub: true, departments: ['sz-purchase'] } },
]

/** Columns hidden from roles: material prices are for finance, purchasing and planning only. */
export const hiddenColumns: Readonly<Record<string, readonly { readonly subject: string; readonly field: string }[]>> = {
  warehouse: [{ subject: 'material', field: 'price' }],
}

/** Responsibilities of role members; `*` means all values. */
export const responsibilities: readonly { readonly role: string; readonly person: string; readonly scope: string;
  readonly values: readonly string[] }[] = [
    { role: 'sapAdmin', person: 'it', scope: 'sapModule', values: ['*'] },
  ]
