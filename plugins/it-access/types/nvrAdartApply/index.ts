import { defineForm } from '#kernel/form.ts'
import { approve, copy, defineFlow, role, rowPersons, selectUser, vicePresident } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { calculated, checkbox, date, defineFields, department, documentLink, integer, multiselect, person, radio, select, table, text,
  textarea } from '#kernel/fields.ts'
import type { RowTaking } from '#kernel/fields/links.ts'
import { basics, closing, deptHead, header, headerRules } from '#plugins/forms/kit.ts'
import { customer, material } from '#plugins/masters/references.ts'
import { project } from '#plugins/projects/references.ts'

const limited = 'action != "revoke"'
const admin = ['licenceAdmin'] as const

/** Copies rows of the granting document into an extension or revocation. */
const granted = (rows: string, columns: readonly string[], keeps: readonly string[]): RowTaking => ({
  from: 'oldDoc',
  of: { nvrAdartApply: { rows, set: Object.fromEntries(columns.map((column) => [column, column])), keeps } },
})

const users = table({
  cn: '授权人员',
  en: 'Users',
  required: true,
  min: 1,
  max: 50,
  takes: granted('users', ['person', 'account', 'scopes'], ['person', 'account']),
  editAt: admin,
  section: 'licence',
  span: 4,
  columns: {
    person: person({ cn: '人员', en: 'Person', required: true, default: 'header.applicant.id' }),
    jobNo: calculated({ cn: '工号', en: 'Job number', result: 'text', value: 'person.code' }),
    department: department({ cn: '部门', en: 'Department', readOnly: true, value: 'person.mainDepartment' }),
    account: text({ cn: '账号', en: 'Account', required: true, max: 30 }),
    scopes: multiselect({ cn: '授权范围', en: 'Scopes', required: true, dict: 'licenceScope' }),
  },
})

const models = table({
  cn: 'NVR型号',
  en: 'NVR models',
  required: limited,
  visible: limited,
  min: 1,
  takes: granted('models', ['material', 'licenceType', 'quantity'], ['material', 'licenceType']),
  section: 'licence',
  span: 4,
  columns: {
    material: material({ cn: '物料', en: 'Material', required: true }),
    licenceType: select({
      cn: '授权类型',
      en: 'Licence type',
      required: true,
      options: [{ value: 'channel', cn: '通道', en: 'Channel' }, { value: 'ai', cn: '智能', en: 'AI' }, { value: 'platform', cn: '平台',
        en: 'Platform' }, { value: 'trial', cn: '试用', en: 'Trial' }],
    }),
    quantity: integer({ cn: '数量', en: 'Quantity', required: true, min: 1 }),
    model: calculated({ cn: '型号与类型', en: 'Model and type', result: 'text', visible: 'false',
      value: 'material.code + " " + licenceType' }),
  },
})

const fields = defineFields({
  ...header({ cn: 'NVR ADART授权申请', en: 'NVR ADART licence permission' }),
  action: radio({ cn: '申请类型', en: 'Action', required: true, trend: true, dict: 'licenceAction', default: '"grant"', section: 'licence',
    span: 2 }),
  oldDoc: documentLink({ cn: '原申请单', en: 'Original application', required: 'action in ("extend","revoke")',
    visible: 'action in ("extend","revoke")', links: ['nvrAdartApply'], max: 1, section: 'licence', span: 2 }),
  users,
  models,
  customer: customer({ cn: '客户', en: 'Customer', section: 'licence' }),
  project: project({ cn: '项目', en: 'Project', section: 'licence' }),
  validFrom: date({ cn: '有效期自', en: 'Valid from', required: limited, visible: limited, editAt: admin, default: 'today()',
    section: 'licence' }),
  validTo: date({ cn: '有效期至', en: 'Valid to', required: limited, visible: limited, editAt: admin, default: 'today() + duration("P6M")',
    section: 'licence' }),
  licenceNo: text({ cn: '授权编号', en: 'Licence no.', required: 'action = "grant"', atNode: 'licenceAdmin', editAt: admin, max: 40,
    section: 'licence' }),
  reason: textarea({ cn: '申请原因', en: 'Reason', required: true, max: 500, section: 'licence', span: 4 }),
  pledge: checkbox({ cn: '我已阅读并遵守授权管理规定', en: 'I accept the licence rules', default: 'false', section: 'licence', span: 4 }),
})

const at = ['start', 'licenceAdmin']

const own = defineRules([
  rule('NA-R1', { when: 'validTo > validFrom + duration("P12M")', fields: ['validTo'], at, cn: '有效期不能超过12个月',
    en: 'The validity can’t exceed 12 months' }),
  rule('NA-R2', { when: 'not(pledge = true)', fields: ['pledge'], cn: '请阅读并同意授权管理规定', en: 'Accept the licence rules' }),
  rule('NA-R5', { when: 'validFrom < today()', fields: ['validFrom'], cn: '有效期不能早于今天',
    en: 'The validity can’t start in the past' }),
  rule('NA-R6', { when: 'validTo < validFrom', fields: ['validTo'], at, cn: '有效期自不能晚于有效期至',
    en: 'The start must not be later than the end' }),
  rule('NA-R7', { when: 'count(distinct values(users.person.id)) < count(users)', fields: ['users'], at, cn: '授权人员不能重复',
    en: 'Each person can be listed only once' }),
  rule('NA-R8', { when: 'count(distinct values(models[model != null].model)) < count(models[model != null])', fields: ['models'],
    cn: '同一型号与授权类型不能重复', en: 'A model can be listed only once per licence type' }),
])

const rules = [...headerRules, ...own] as const

/** Flow as shipped: the R&D director and the vice president take part depending on the number of licences and a customer. */
const flow = defineFlow([
  deptHead,
  approve('productOwner', selectUser(1), { cn: '产品负责人', en: 'Product owner' }),
  approve('rdDirector', role('rdDirector'), { cn: '研发总监', en: 'R&D director',
    when: '(some u in users satisfies list contains(u.scopes,"admin")) or sum(models.quantity) >= 500' }),
  approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all',
    when: 'customer != null and sum(models.quantity) >= 2000' }),
  approve('licenceAdmin', role('licenceAdmin'), { cn: '授权管理员', en: 'Licence administrator', manual: true }),
  copy('cc', rowPersons('users.person'), { cn: '抄送', en: 'CC' }),
])

/** Request for licences of ADART, the licence tool of recorders, limited in time. */
export const nvrAdartApply = defineForm({
  key: 'nvrAdartApply',
  cn: 'NVR ADART授权申请',
  en: 'NVR ADART licence permission',
  short: { cn: 'NVR授权', en: 'NVR licence' },
  path: '/nvr-adart-apply',
  prefix: 'NVRA',
  group: 'it',
  icon: 'safety-certificate',
  sections: [basics, { id: 'licence', cn: '授权', en: 'Licence' }, ...closing],
  fields,
  rules,
  flow,
  subject: ['licenceNo', 'reason'],
  columns: ['action', 'customer', 'project', 'validFrom', 'validTo', 'licenceNo'],
})
