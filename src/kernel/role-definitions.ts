import type { Label } from './wording/label.ts'

export interface RoleDefinition extends Label {
  readonly key: string
  /** The holders: listed members, a field of the organisation, everyone, or the document itself decides. */
  readonly holders: 'members' | 'head' | 'vicePresident' | 'generalManager' | 'everyone' | 'document'
  /** Place among all roles; those of modules stand between. Without it, after them. */
  readonly sort?: number
}

/** The roles of the framework, and those that several modules name; a role of one module is declared there, under `roles`. */
export const roleDefinitions: readonly RoleDefinition[] = [
  ...rolesOf('document', {
    initiator: [0, '发起人', 'Initiator'],
    applicant: [1, '申请人', 'Applicant'],
    approver: [2, '审批人', 'Approver'],
    counterSigner: [3, '加签人', 'Countersigner'],
    cc: [4, '抄送人', 'Copied person'],
    transferee: [5, '转交人', 'Transferee'],
    ecnExecDeptApprover: [6, 'ECN执行部门审批人', 'ECN execution department approver'],
    executor: [7, '执行人', 'Executor'],
  }),
  { key: 'departmentHead', sort: 8, cn: '部门负责人', en: 'Department head', holders: 'head' },
  { key: 'bearingDeptHead', sort: 9, cn: '费用承担部门负责人', en: 'Bearing department head', holders: 'head' },
  { key: 'vicePresident', sort: 10, cn: '分管副总', en: 'Responsible VP', holders: 'vicePresident' },
  { key: 'generalManager', sort: 11, cn: '总经理', en: 'General manager', holders: 'generalManager' },
  ...rolesOf('members', {
    accountant: [12, '会计（初审）', 'Accountant (initial review)'],
    financeStaff: [13, '财务人员', 'Finance staff'],
    financeManager: [14, '财务经理', 'Finance manager'],
    cashier: [15, '出纳', 'Cashier'],
    qualityHead: [16, '质量负责人', 'Quality head'],
    sqe: [18, '供应商质量', 'Supplier quality'],
    salesManagerApprover: [20, '销售经理审批人', 'Sales manager approver'],
    rdDirector: [25, '研发总监', 'R&D director'],
    processEngineer: [26, '工艺工程师', 'Process engineer'],
    pmc: [29, 'PMC', 'PMC'],
    planner: [30, '计划员', 'Planner'],
    warehouse: [33, '仓库', 'Warehouse'],
    purchaseManager: [34, '采购经理', 'Purchasing manager'],
    buyer: [35, '采购员', 'Buyer'],
    legal: [36, '法务', 'Legal'],
    sealKeeper: [37, '印章管理员', 'Seal custodian'],
    itAdmin: [38, 'IT管理员', 'IT administrator'],
    oaAdmin: [39, 'OA管理员', 'OA administrator'],
    sapAdmin: [40, 'SAP管理员', 'SAP administrator'],
    workflowAdmin: [49, '流程管理员', 'Workflow administrator'],
    administrator: [50, '系统管理员', 'Administrator'],
  }),
  { key: 'employee', sort: 51, cn: '员工', en: 'Employee', holders: 'everyone' },
]

/** The role that everyone holds without being listed. */
export const everyone = 'employee'

/** Roles whose holders stand in a column of the organisation. */
export const organisationRoles = roleDefinitions.flatMap(({ key, holders }) => {
  const column = ({ head: 'head_user_id', vicePresident: 'vp_user_id', generalManager: 'gm_user_id' } as const)[holders as 'head']
  return column ? [{ key, column }] : []
})

function rolesOf(holders: RoleDefinition['holders'],
  roles: Readonly<Record<string, readonly [sort: number, cn: string, en: string]>>): RoleDefinition[] {
  return Object.entries(roles).map(([key, [sort, cn, en]]) => ({ key, sort, cn, en, holders }))
}
