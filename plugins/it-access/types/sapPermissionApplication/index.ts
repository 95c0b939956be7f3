import { defineForm } from '#kernel/form.ts'
import { approve, copy, defineFlow, personIn, role, vicePresident } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { calculated, date, defineFields, multiselect, person, radio, select, table, text, textarea } from '#kernel/fields.ts'
import { basics, closing, deptHead, header, headerRules } from '#plugins/forms/kit.ts'

const granting = 'action in ("newUser","addRole","copy")'
const listing = 'action in ("newUser","addRole","removeRole")'
const external = 'userIsExternal = "1"'

const who = defineFields({
  action: radio({ cn: '申请类型', en: 'Action', required: true, trend: true, dict: 'sapPermAction', default: '"addRole"', section: 'user',
    span: 4 }),
  sapSystem: multiselect({
    cn: 'SAP系统',
    en: 'SAP system',
    required: true,
    trend: true,
    default: '["PRD"]',
    section: 'user',
    options: [{ value: 'PRD', cn: '生产', en: 'Production' }, { value: 'QAS', cn: '测试', en: 'Quality' }, { value: 'DEV', cn: '开发',
      en: 'Development' }],
  }),
  user: person({ cn: '使用人', en: 'User', required: true, default: 'applicant.id', section: 'user', span: 2 }),
  jobNo: text({ cn: '工号', en: 'Job number', required: true, readOnly: true, system: true, section: 'user' }),
  position: text({ cn: '岗位', en: 'Position', required: true, max: 50, section: 'user' }),
  userIsExternal: radio({ cn: '是否外部人员', en: 'External user', required: true, dict: 'yesNo', default: '"0"', section: 'user' }),
  validTo: date({ cn: '有效期至', en: 'Valid to', required: external, visible: external, section: 'user',
    hint: { cn: '内部人员长期有效', en: 'Employees’ access has no end date' } }),
  sapUserId: text({
    cn: 'SAP用户名',
    en: 'SAP user ID',
    required: 'action != "newUser"',
    requiredAt: { sapAdmin: 'action = "newUser"' },
    editAt: ['sapAdmin'],
    shown: true,
    pattern: '^[A-Z0-9_]{3,12}$',
    section: 'user',
    hint: { cn: '3–12位大写字母、数字或下划线', en: '3–12 capital letters, digits or underscores' },
  }),
  copyUser: person({ cn: '参照用户', en: 'Reference user', required: 'action = "copy"', visible: 'action = "copy"', section: 'user' }),
})

const rights = defineFields({
  companyCodes: multiselect({ cn: '公司代码', en: 'Company codes', dict: 'company', required: granting, visible: granting,
    section: 'rights', span: 2 }),
  plants: multiselect({ cn: '工厂', en: 'Plants', of: 'factory', required: granting, visible: granting, section: 'rights', span: 2 }),
  roles: table({
    cn: '权限明细',
    en: 'Roles',
    required: listing,
    visible: listing,
    editAt: ['sapAdmin'],
    min: 1,
    max: 100,
    section: 'rights',
    span: 4,
    columns: {
      module: select({ cn: '模块', en: 'Module', required: true, dict: 'sapModule' }),
      tcode: text({ cn: '事务代码', en: 'Transaction', pattern: '^[A-Z0-9_/]{2,20}$' }),
      roleName: text({ cn: '角色', en: 'Role', max: 40 }),
      orgValues: text({ cn: '组织值', en: 'Organisational values', max: 100 }),
      permType: radio({ cn: '权限类型', en: 'Access', required: true, default: '"display"',
        options: [{ value: 'display', cn: '查询', en: 'Display' }, { value: 'change', cn: '维护', en: 'Change' }] }),
      note: text({ cn: '说明', en: 'Note', max: 200 }),
      transaction: calculated({ cn: '模块与事务代码', en: 'Module and transaction', result: 'text', visible: 'false',
        value: 'if tcode = null then null else module + " " + tcode' }),
    },
  }),
  reason: textarea({ cn: '申请原因', en: 'Reason', required: true, max: 500, section: 'rights', span: 4 }),
})

const review = defineFields({
  sodConflict: radio({ cn: '职责分离冲突', en: 'Segregation-of-duties conflict', atNode: 'keyUser', editAt: ['keyUser'], dict: 'yesNo',
    default: '"0"', section: 'review' }),
  sodNote: textarea({ cn: '补偿控制', en: 'Compensating control', required: 'sodConflict = "1"', visible: 'sodConflict = "1"',
    editAt: ['keyUser'], max: 500, section: 'review', span: 4 }),
})

const fields = defineFields({
  ...header({ cn: 'SAP用户及权限申请', en: 'SAP user and permission application' }),
  ...who,
  ...rights,
  ...review,
})

const at = ['start', 'sapAdmin']

const own = defineRules([
  rule('SA-R1', { each: 'roles', when: 'tcode = null and roleName = null', fields: ['tcode'], at, cn: '请填写事务代码或角色',
    en: 'Please enter a transaction or a role' }),
  rule('SA-R2', {
    when: 'not(action in ("lock","close")) and (user.departed = true or user.enabled = false)',
    fields: ['user'],
    cn: '该员工已离职',
    en: 'The employee has left',
  }),
  rule('SA-R5', { when: 'copyUser != null and copyUser.id = user.id', fields: ['copyUser'], cn: '参照用户不能是使用人本人',
    en: 'The reference user must be someone else' }),
  rule('SA-R6', {
    when: 'copyUser != null and copyUser.mainDepartment != user.mainDepartment',
    fields: ['copyUser'],
    level: 'warn',
    cn: '参照用户与使用人不在同一部门',
    en: 'The reference user is in another department',
  }),
  rule('SA-R7', {
    when: 'userIsExternal = "1" and days(today(), validTo) > 180',
    fields: ['validTo'],
    cn: '外部人员有效期不能超过180天',
    en: 'External access can’t exceed 180 days',
  }),
  rule('SA-R8', { when: 'userIsExternal = "1" and validTo < today()', fields: ['validTo'], cn: '有效期不能早于今天',
    en: 'The end date can’t be in the past' }),
  rule('SA-R10', { when: 'action = "newUser" and sapUserId = null', fields: ['sapUserId'], at: ['sapAdmin'], cn: '请输入SAP用户名',
    en: 'Please enter SAP user ID' }),
  rule('SA-R9', {
    when: 'count(distinct values(roles[transaction != null].transaction)) < count(roles[transaction != null])',
    fields: ['roles'],
    at,
    cn: '同一模块的事务代码不能重复',
    en: 'A transaction can be listed only once per module',
  }),
])

const rules = [...headerRules, ...own] as const

const flow = defineFlow([
  deptHead,
  approve('keyUser', role('sapAdmin', { by: 'sapModule', of: 'roles.module' }), { cn: '模块关键用户', en: 'Module key users', mode: 'all',
    manual: true, when: 'count(roles) > 0' }),
  approve('finance', role('financeManager'), { cn: '财务经理', en: 'Finance manager',
    when: 'some r in roles satisfies r.module in ("FI","CO") and r.permType = "change"' }),
  approve('internalControl', role('administrator'), { cn: '内控', en: 'Internal control', when: 'sodConflict = "1"' }),
  approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all',
    when: 'list contains(sapSystem,"PRD") and userIsExternal = "1"' }),
  approve('sapAdmin', role('sapAdmin'), {
    cn: 'SAP管理员',
    en: 'SAP administrator',
    manual: true,
    opinionRequired: true,
    checkList: [
      { id: 'user', cn: '账号已建', en: 'User created' },
      { id: 'roles', cn: '角色已分配', en: 'Roles assigned' },
      { id: 'informed', cn: '已通知用户', en: 'User informed' },
    ],
  }),
  approve('userConfirm', personIn('user'), { cn: '使用人确认', en: 'User', manual: true }),
  copy('cc', personIn('user'), { cn: '抄送', en: 'CC' }),
])

/** Application for SAP users and their permissions. */
export const sapPermissionApplication = defineForm({
  key: 'sapPermissionApplication',
  cn: 'SAP用户及权限申请',
  en: 'SAP user and permission application',
  short: { cn: 'SAP权限', en: 'SAP access' },
  path: '/sap-permission-application',
  prefix: 'SAPQ',
  group: 'it',
  icon: 'user-switch',
  sections: [basics, { id: 'user', cn: '使用人', en: 'User' }, { id: 'rights', cn: '权限', en: 'Access' }, { id: 'review', cn: '职责分离',
    en: 'Segregation of duties' }, ...closing],
  fields,
  rules,
  flow,
  subject: ['sapUserId', 'reason'],
  columns: ['action', 'sapSystem', 'user', 'sapUserId', 'userIsExternal', 'validTo'],
})
