import type { DeclaredRole } from '#kernel/plugin.ts'

/** Roles used by the kit or by flows of several modules; other roles are declared in their module. */
export const roles: readonly DeclaredRole[] = [
  { key: 'accountant', cn: '会计（初审）', en: 'Accountant (initial review)', sort: 12 },
  { key: 'financeStaff', cn: '财务人员', en: 'Finance staff', sort: 13 },
  { key: 'financeManager', cn: '财务经理', en: 'Finance manager', sort: 14 },
  { key: 'cashier', cn: '出纳', en: 'Cashier', sort: 15 },
  { key: 'qualityHead', cn: '质量负责人', en: 'Quality head', sort: 16 },
  { key: 'sqe', cn: '供应商质量', en: 'Supplier quality', sort: 18 },
  { key: 'salesManagerApprover', cn: '销售经理审批人', en: 'Sales manager approver', sort: 20 },
  { key: 'rdDirector', cn: '研发总监', en: 'R&D director', sort: 25 },
  { key: 'processEngineer', cn: '工艺工程师', en: 'Process engineer', sort: 26 },
  { key: 'pmc', cn: 'PMC', en: 'PMC', sort: 29 },
  { key: 'planner', cn: '计划员', en: 'Planner', sort: 30 },
  { key: 'warehouse', cn: '仓库', en: 'Warehouse', sort: 33 },
  { key: 'purchaseManager', cn: '采购经理', en: 'Purchasing manager', sort: 34 },
  { key: 'buyer', cn: '采购员', en: 'Buyer', sort: 35 },
  { key: 'legal', cn: '法务', en: 'Legal', sort: 36 },
  { key: 'sealKeeper', cn: '印章管理员', en: 'Seal custodian', sort: 37 },
  { key: 'hr', cn: '人事', en: 'HR', sort: 45 },
]
