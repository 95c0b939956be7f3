import { header } from '#plugins/forms/types/definition-snapshots/parts.ts'
import { describeType } from '#plugins/forms/types/definition-snapshots/testing.ts'
import { sapPermissionApplication } from './index.ts'

const granting = 'action in ("newUser","addRole","copy")'
const listing = 'action in ("newUser","addRole","removeRole")'

describeType(sapPermissionApplication, {
  about:
    'SAP用户及权限申请 | SAP user and permission application | /sap-permission-application | /sap-permission-application-detail | SAPQ | web+mini | stays when completed | no budget',
  parts: [header],
  fields: `
    action radio(sapPermAction): required, trend
    sapSystem multiselect(PRD 生产/Production; QAS 测试/Quality; DEV 开发/Development): required, trend
    user person: required
    jobNo text: required, system
    position text: required, to 50
    sapUserId text: ^[A-Z0-9_]{3,12}$, editable at sapAdmin, when action != "newUser"
    copyUser person: when action = "copy", visible when action = "copy"
    companyCodes multiselect(company): when ${granting}, visible when ${granting}
    plants multiselect(factory): when ${granting}, visible when ${granting}
    roles table: from 1 to 100, editable at sapAdmin, when ${listing}, visible when ${listing}
    roles.module select(sapModule): required
    roles.tcode text: ^[A-Z0-9_/]{2,20}$
    roles.roleName text: to 40
    roles.orgValues text: to 100
    roles.permType radio(display 查询/Display; change 维护/Change): required
    roles.note text: to 200
    roles.transaction calculated: visible when false
    validTo date: when userIsExternal = "1", visible when userIsExternal = "1"
    userIsExternal radio(yesNo): required
    sodConflict radio(yesNo): at keyUser, editable at keyUser
    sodNote textarea: to 500, editable at keyUser, when sodConflict = "1", visible when sodConflict = "1"
    reason textarea: required, to 500
  `,
  nodes: `
    deptHead: any of departmentHead(applicantDept)
    keyUser: all of role(sapAdmin, roles.module, sapModule), when count(roles) > 0, by hand
    finance: any of role(financeManager), when some r in roles satisfies r.module in ("FI","CO") and r.permType = "change"
    internalControl: any of role(administrator), when sodConflict = "1"
    vp: all of vicePresident(applicantDept), when list contains(sapSystem,"PRD") and userIsExternal = "1"
    sapAdmin: any of role(sapAdmin), by hand, opinion
    userConfirm: any of person(user), by hand
    cc: copy to person(user)
  `,
  rules: `
    SA-R1 roles.tcode also at sapAdmin: 请填写事务代码或角色 | Please enter a transaction or a role
    SA-R2 user: 该员工已离职 | The employee has left
    SA-R5 copyUser: 参照用户不能是使用人本人 | The reference user must be someone else
    SA-R6 copyUser warn: 参照用户与使用人不在同一部门 | The reference user is in another department
    SA-R7 validTo: 外部人员有效期不能超过180天 | External access can’t exceed 180 days
    SA-R8 validTo: 有效期不能早于今天 | The end date can’t be in the past
    SA-R9 roles also at sapAdmin: 同一模块的事务代码不能重复 | A transaction can be listed only once per module
    SA-R10 sapUserId at sapAdmin: 请输入SAP用户名 | Please enter SAP user ID
  `,
})
