import type { DataScope } from '#server/identity/caller.ts'
import type { Permission } from '#kernel/permissions.ts'
import { statisticsPermissions } from '#kernel/statistics.ts'
import { statisticsPages } from '#plugins/statistics/statistics/pages.ts'

const statistics: readonly Permission[] = statisticsPages.flatMap(({ key }) => Object.values(statisticsPermissions(key)))

/** Types that post to SAP: whoever looks after its postings reads their documents. */
const posting = ['sapPayment', 'assetsAcceptance', 'newSuppliers', 'purchasePrice', 'salesPriceEntry', 'sampleReview',
  'purchaseContract'] as const

/** The permissions of the roles of the demo company, beyond what everyone may. */
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
    ...statistics,
    'changeItemStatus',
  ],
  financeManager: ['master:material:view', 'sap:openItems:view', 'archive:package:*', 'finance:parameter:*', 'finance:budget:view',
    'finance:rate:view', 'finance:currency:view', 'sap:posting:retry', 'workflow:posting:view', 'workflow:intervention:confirm',
    'sales:priceBase:view', 'sales:priceBase:export', ...statistics],
  sapAdmin: ['sap:posting:retry', 'workflow:posting:*', ...posting.map((type) => `form:${type}:view` as const)],
  accountant: ['master:material:view', 'sap:openItems:view', 'finance:invoiceTitle:view', 'finance:parameter:view', 'finance:currency:view',
    'finance:rate:view', 'finance:budget:view', 'finance:costCenter:view', 'finance:expenseType:view', 'finance:deptCostCenter:view',
    'sales:priceBase:view', ...statistics],
  departmentHead: ['finance:budget:view', 'card:all:view', ...statistics],
  vicePresident: ['finance:budget:view', 'card:all:view', 'sales:priceBase:view', ...statistics],
  generalManager: ['finance:budget:view', 'card:all:view', 'sales:priceBase:view', ...statistics],
  legal: ['contract:ledger:*'],
  purchaseManager: ['contract:ledger:view', 'contract:ledger:export', 'master:supplier:*', 'master:supplierAccount:view',
    'master:material:view', 'sap:stock:view', 'sap:openItems:view', 'form:newSuppliers:view', 'form:newSuppliers:export',
    'form:purchasePrice:view', 'form:purchasePrice:export'],
  buyer: ['master:supplier:view', 'master:material:view', 'sap:stock:view', 'sap:openItems:view'],
  salesManagerApprover: ['contract:ledger:view', 'contract:ledger:export', 'master:customer:*', 'master:salesGroup:*',
    'form:salesPriceEntry:view', 'form:salesPriceEntry:export', 'form:packingApply:view'],
  sqe: ['form:newSuppliers:view', 'form:newSuppliers:export', 'form:sampleReview:view', 'form:sampleReview:export'],
  planner: ['master:material:view', 'sap:stock:view'],
  pmc: ['master:material:view', 'sap:stock:view'],
  warehouse: ['master:material:*', 'sap:stock:view'],
  rdAssistantBomReview: ['rd:workHour:*', 'finance:devProject:view', 'form:devReviewSheet:view', 'form:devReviewSheet:export'],
  rdDirector: ['form:devReviewSheet:view', 'form:devReviewSheet:export', 'form:patentApplication:view', 'rd:patent:view',
    'rd:patent:export', 'rd:workHour:view', 'rd:workHour:export', 'rd:directedSoftware:view', 'rd:directedSoftware:export'],
  patentEngineer: ['rd:patent:*', 'form:patentApplication:view', 'form:patentApplication:export'],
  docControl: ['form:devReviewSheet:view'],
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
  workflowAdmin: ['workflow:instance:admin', 'workflow:intervention:confirm', 'abandoned', 'system:template:*'],
}

/** Roles whose holders see the documents of the others within their data scope. */
export const viewers = ['financeStaff', 'financeManager', 'accountant', 'departmentHead', 'vicePresident', 'generalManager',
  'workflowAdmin'] as const

/** The scope of each role; everyone else sees what is their own. */
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

/** The scope of a role for one kind of record where that differs from the rest. */
export const resourceScopes: readonly { readonly role: string; readonly resource: string; readonly scope: DataScope }[] = [
  { role: 'licenceAdmin', resource: 'nvrLicence', scope: { scope: 'all', withSub: true, departments: [] } },
  { role: 'itAdmin', resource: 'vpnAccount', scope: { scope: 'all', withSub: true, departments: [] } },
  { role: 'legal', resource: 'contract', scope: { scope: 'all', withSub: true, departments: [] } },
  { role: 'buyer', resource: 'contract', scope: { scope: 'custom', withSub: true, departments: ['sz-purchase'] } },
  { role: 'purchaseManager', resource: 'contract', scope: { scope: 'custom', withSub: true, departments: ['sz-purchase'] } },
]

/** The columns that a role keeps its records without: prices of materials are for finance, purchasing and planning. */
export const hiddenColumns: Readonly<Record<string, readonly { readonly subject: string; readonly field: string }[]>> = {
  warehouse: [{ subject: 'material', field: 'price' }],
}

/** The responsibilities of members of roles; `*` is everything. */
export const responsibilities: readonly { readonly role: string; readonly person: string; readonly scope: string;
  readonly values: readonly string[] }[] = [
    { role: 'sapAdmin', person: 'it', scope: 'sapModule', values: ['*'] },
  ]
