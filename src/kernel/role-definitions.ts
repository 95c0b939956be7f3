import type { Label } from './wording/label.ts'

export interface RoleDefinition extends Label {
  readonly key: string
  /** The holders: listed members, a field of the organisation, everyone, or the document itself decides. */
  readonly holders: 'members' | 'head' | 'vicePresident' | 'generalManager' | 'everyone' | 'document'
}

/** Every role that flows and rights name; no other spelling exists. */
export const roleDefinitions: readonly RoleDefinition[] = [
  ...byDocument({
    initiator: '发起人/Initiator',
    applicant: '申请人/Applicant',
    approver: '审批人/Approver',
    counterSigner: '加签人/Countersigner',
    cc: '抄送人/Copied person',
    transferee: '转交人/Transferee',
    ecnExecDeptApprover: 'ECN执行部门审批人/ECN execution department approver',
    executor: '执行人/Executor',
  }),
  { key: 'departmentHead', cn: '部门负责人', en: 'Department head', holders: 'head' },
  { key: 'bearingDeptHead', cn: '费用承担部门负责人', en: 'Bearing department head', holders: 'head' },
  { key: 'vicePresident', cn: '分管副总', en: 'Responsible VP', holders: 'vicePresident' },
  { key: 'generalManager', cn: '总经理', en: 'General manager', holders: 'generalManager' },
  ...byMembers({
    accountant: '会计（初审）/Accountant (initial review)',
    financeStaff: '财务人员/Finance staff',
    financeManager: '财务经理/Finance manager',
    cashier: '出纳/Cashier',
    qualityHead: '质量负责人/Quality head',
    qualityEngineer: '质量工程师/Quality engineer',
    sqe: '供应商质量/Supplier quality',
    iqc: '来料检验/Incoming inspection',
    salesManagerApprover: '销售经理审批人/Sales manager approver',
    salesDirector: '销售总监/Sales director',
    changeManager: '变更经理/Change manager',
    patentEngineer: '专利工程师/Patent engineer',
    rdAssistantBomReview: '研发助理BOM审核/R&D assistant BOM review',
    rdDirector: '研发总监/R&D director',
    processEngineer: '工艺工程师/Process engineer',
    docControl: '文控/Document control',
    pmo: '项目办/PMO',
    pmc: 'PMC/PMC',
    planner: '计划员/Planner',
    smtPlanner: 'SMT计划员/SMT planner',
    productionHead: '生产负责人/Production head',
    warehouse: '仓库/Warehouse',
    purchaseManager: '采购经理/Purchasing manager',
    buyer: '采购员/Buyer',
    legal: '法务/Legal',
    sealKeeper: '印章管理员/Seal custodian',
    itAdmin: 'IT管理员/IT administrator',
    oaAdmin: 'OA管理员/OA administrator',
    sapAdmin: 'SAP管理员/SAP administrator',
    licenceAdmin: '授权管理员/Licence administrator',
    assetAdmin: '资产管理员/Asset administrator',
    fleetManager: '车队管理员/Fleet manager',
    adminOffice: '行政/Administration office',
    hr: '人事/HR',
    librarian: '图书管理员/Librarian',
    proposalCommittee: '提案委员会/Proposal committee',
    proposalAdmin: '提案管理员/Proposal administrator',
    workflowAdmin: '流程管理员/Workflow administrator',
    administrator: '系统管理员/Administrator',
  }),
  { key: 'employee', cn: '员工', en: 'Employee', holders: 'everyone' },
]

/** The role that everyone holds without being listed. */
export const everyone = 'employee'

/** Roles whose holders stand in a column of the organisation. */
export const organisationRoles = roleDefinitions.flatMap(({ key, holders }) => {
  const column = ({ head: 'head_user_id', vicePresident: 'vp_user_id', generalManager: 'gm_user_id' } as const)[holders as 'head']
  return column ? [{ key, column }] : []
})

function byDocument(labels: Readonly<Record<string, string>>) {
  return rolesOf(labels, 'document')
}

function byMembers(labels: Readonly<Record<string, string>>) {
  return rolesOf(labels, 'members')
}

function rolesOf(labels: Readonly<Record<string, string>>, holders: RoleDefinition['holders']): RoleDefinition[] {
  return Object.entries(labels).map(([key, label]) => {
    const [cn = '', en = ''] = label.split('/')
    return { key, cn, en, holders }
  })
}
