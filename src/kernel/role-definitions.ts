import type { Label } from './wording/label.ts'

export interface RoleDefinition extends Label {
  readonly key: string
  /** Source of the holders: a list of members, a field of the organisation, everyone, or the document. */
  readonly holders: 'members' | 'head' | 'vicePresident' | 'generalManager' | 'everyone' | 'document'
  /** Position among all roles, those of modules included. @default at the end */
  readonly sort?: number
}

/** The roles that the framework itself uses; all others are declared by modules under `roles`. */
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
    workflowAdmin: [49, '流程管理员', 'Workflow administrator'],
    administrator: [50, '系统管理员', 'Administrator'],
  }),
  { key: 'employee', sort: 51, cn: '员工', en: 'Employee', holders: 'everyone' },
]

/** Key of the role that every employee holds implicitly. */
export const everyone = 'employee'

/** Roles whose holders are stored in a column of the organisation. */
export const organisationRoles = roleDefinitions.flatMap(({ key, holders }) => {
  const column = ({ head: 'head_user_id', vicePresident: 'vp_user_id', generalManager: 'gm_user_id' } as const)[holders as 'head']
  return column ? [{ key, column }] : []
})

function rolesOf(holders: RoleDefinition['holders'],
  roles: Readonly<Record<string, readonly [sort: number, cn: string, en: string]>>): RoleDefinition[] {
  return Object.entries(roles).map(([key, [sort, cn, en]]) => ({ key, sort, cn, en, holders }))
}
