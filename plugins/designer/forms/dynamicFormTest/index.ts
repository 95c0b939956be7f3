import { approve, copy, defineFlow, departmentHead, personIn, selectUser } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { attachment, calculated, cascader, checkbox, currency, date, daterange, datetime, defineFields, department, documentLink, integer,
  money, multiselect, number, people, percent, person, radio, rate, richtext, select, table, text, textarea, time,
  toggle } from '#kernel/fields.ts'
import { basics, closing, header, headerRules } from '#plugins/forms/kit.ts'
import { costCenter } from '#plugins/cost-centres/references.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import { contract } from '#plugins/forms/references.ts'
import { bankAccount, customer, material, supplier } from '#plugins/masters/references.ts'
import { project } from '#plugins/projects/references.ts'

const written = defineFields({
  fText: text({ cn: '单行文本', en: 'Text', required: true, max: 30, pattern: '^[A-Z].*', section: 'texts',
    hint: { cn: '以大写字母开头', en: 'Begins with a capital letter' } }),
  fTextarea: textarea({ cn: '多行文本', en: 'Text area', max: 1000, section: 'texts', span: 2, editAt: ['n2'] }),
  fRich: richtext({ cn: '富文本', en: 'Rich text', max: 5000, section: 'texts', span: 4 }),
  fNumber: number({ cn: '数字', en: 'Number', min: 0, max: 999.999, precision: 3, section: 'numbers' }),
  fInteger: integer({ cn: '整数', en: 'Integer', min: 1, max: 100, section: 'numbers' }),
  fMoney: money({ cn: '金额', en: 'Amount', required: true, min: 0, section: 'numbers' }),
  fPercent: percent({ cn: '百分比', en: 'Percentage', min: 0, max: 100, section: 'numbers' }),
  fRate: rate({ cn: '评分', en: 'Rating', max: 5, section: 'numbers' }),
  fDate: date({ cn: '日期', en: 'Date', section: 'dates' }),
  fDatetime: datetime({ cn: '日期时间', en: 'Date and time', section: 'dates' }),
  fTime: time({ cn: '时间', en: 'Time', section: 'dates' }),
  fDaterange: daterange({ cn: '日期区间', en: 'Date range', section: 'dates' }),
})

const chosen = defineFields({
  fSelect: select({ cn: '下拉单选', en: 'Choice', dict: 'yesNo', section: 'choices' }),
  fMulti: multiselect({ cn: '下拉多选', en: 'Choices', required: true, max: 2, dict: 'riskGrade', section: 'choices' }),
  fRadio: radio({ cn: '单选', en: 'Radio', default: '"1"', section: 'choices',
    options: [{ value: '1', cn: '是', en: 'Yes' }, { value: '2', cn: '否', en: 'No' }] }),
  fCheck: checkbox({ cn: '勾选', en: 'Checkbox', section: 'choices' }),
  fSwitch: toggle({ cn: '开关', en: 'Switch', section: 'choices' }),
  fCond: text({ cn: '条件字段', en: 'Conditional text', max: 200, required: 'fSwitch = true and fRadio = "1"', visible: 'fRadio = "1"',
    section: 'choices' }),
  fArea: cascader({ cn: '地区', en: 'Area', section: 'choices' }),
})

const records = defineFields({
  fPerson: person({ cn: '人员', en: 'Person', section: 'records' }),
  fPeople: people({ cn: '多个人员', en: 'People', max: 5, section: 'records' }),
  fDept: department({ cn: '部门', en: 'Department', section: 'records' }),
  fCc: costCenter({ cn: '成本中心', en: 'Cost centre', section: 'records' }),
  fExp: expenseCategory({ cn: '费用类别', en: 'Expense category', section: 'records' }),
  fCur: currency({ cn: '币种', en: 'Currency', section: 'records' }),
  fProj: project({ cn: '项目', en: 'Project', section: 'records' }),
  fSup: supplier({ cn: '供应商', en: 'Supplier', section: 'records' }),
  fCus: customer({ cn: '客户', en: 'Customer', section: 'records' }),
  fCon: contract({ cn: '合同', en: 'Contract', section: 'records' }),
  fMat: material({ cn: '物料', en: 'Material', section: 'records' }),
  fBank: bankAccount({ cn: '收款账户', en: 'Bank account', section: 'records' }),
  fLink: documentLink({ cn: '关联单据', en: 'Linked documents', links: [], binds: false, max: 10, section: 'records', span: 2 }),
  fFile: attachment({ cn: 'PDF附件', en: 'PDF files', extensions: ['pdf'], max: 3, section: 'records', span: 2 }),
})

const rows = defineFields({
  fTable: table({
    cn: '明细',
    en: 'Lines',
    required: true,
    min: 1,
    max: 5,
    section: 'lines',
    span: 4,
    columns: {
      name: text({ cn: '名称', en: 'Name', required: true, max: 50 }),
      qty: number({ cn: '数量', en: 'Quantity', required: true, min: 0.001, precision: 3 }),
      price: money({ cn: '单价', en: 'Price', required: true, min: 0, each: true }),
      amount: calculated({ cn: '金额', en: 'Amount', result: 'money', value: 'if qty = null or price = null then null else qty * price' }),
      kind: select({ cn: '类型', en: 'Kind', options: [{ value: 'a', cn: '甲', en: 'A' }, { value: 'b', cn: '乙', en: 'B' }] }),
      note: text({ cn: '说明', en: 'Note', max: 100, required: 'kind = "b"' }),
    },
  }),
  fTotal: calculated({ cn: '明细合计', en: 'Line total', result: 'money', trend: true, section: 'lines',
    value: 'if count(fTable[amount != null]) = 0 then 0 else sum(fTable[amount != null].amount)' }),
})

/** A field of every kind. */
const fields = defineFields({ ...header({ cn: '动态表单测试', en: 'Dynamic form test' }), ...written, ...chosen, ...records, ...rows })

const rules = defineRules([
  ...headerRules,
  rule('DT-R1', { when: 'fTotal > fMoney', fields: ['fMoney', 'fTotal'], cn: '明细合计不能大于金额',
    en: 'The line total cannot exceed the amount' }),
  rule('DT-R2', { when: 'fDate < today()', fields: ['fDate'], cn: '日期不能早于今天', en: 'The date cannot be before today' }),
  rule('DT-R3', { when: 'days(fDaterange.start, fDaterange.end) > 30', fields: ['fDaterange'], cn: '日期区间不能超过30天',
    en: 'The date range is 30 days at most' }),
  rule('DT-R4', { when: 'count(distinct values(fTable[name != null].name)) < count(fTable[name != null])', fields: ['fTable'],
    cn: '明细名称不能重复', en: 'No two lines have one name' }),
])

const flow = defineFlow([
  approve('n1', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Department head', mode: 'all' }),
  approve('n2', selectUser(3), { cn: '自选审批人', en: 'Chosen approvers', mode: 'any', when: 'fTotal >= 1000', edits: ['fTextarea'] }),
  approve('n3', selectUser(3), { cn: '依次确认', en: 'Confirmation in order', mode: 'sequential', opinionRequired: true,
    checkList: [{ id: 'complete', cn: '内容完整', en: 'The content is complete' }] }),
  copy('cc', personIn('fPeople'), { cn: '抄送', en: 'CC' }),
], { starters: { departments: [], people: [], roles: ['administrator', 'workflowAdmin'] } })

/** The form by which administrators see a field of every kind and the modes of approval at work. */
export const dynamicFormTest = defineForm({
  key: 'dynamicFormTest',
  cn: '动态表单测试',
  en: 'Dynamic form test',
  path: '/dynamic-form-test',
  prefix: 'DTCS',
  group: 'it',
  icon: 'experiment',
  terminals: ['web'],
  abortAfterCompletion: true,
  sections: [
    basics,
    { id: 'texts', cn: '文本', en: 'Texts' },
    { id: 'numbers', cn: '数值', en: 'Numbers' },
    { id: 'dates', cn: '日期与时间', en: 'Dates and times' },
    { id: 'choices', cn: '选择', en: 'Choices' },
    { id: 'records', cn: '人员与主数据', en: 'People and records' },
    { id: 'lines', cn: '明细', en: 'Lines' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: ['fText'],
  columns: ['fMoney', 'fDate', 'fTotal'],
})
