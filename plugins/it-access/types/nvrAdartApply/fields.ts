import { calculated, checkbox, date, defineFields, department, documentLink, integer, multiselect, person, radio, select, table, text,
  textarea } from '#kernel/fields.ts'
import type { RowTaking } from '#kernel/fields/links.ts'
import { header } from '#plugins/forms/kit.ts'
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

export const fields = defineFields({
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
