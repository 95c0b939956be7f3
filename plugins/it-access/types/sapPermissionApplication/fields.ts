import { calculated, date, defineFields, multiselect, person, radio, select, table, text, textarea } from '#kernel/fields.ts'
import { header } from '#plugins/forms/kit.ts'

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

export const fields = defineFields({
  ...header({ cn: 'SAP用户及权限申请', en: 'SAP user and permission application' }),
  ...who,
  ...rights,
  ...review,
})
