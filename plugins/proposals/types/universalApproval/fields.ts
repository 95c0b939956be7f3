import { calculated, currency, date, defineFields, integer, money, multiselect, number, override, people, radio, richtext, select, table,
  text } from '#kernel/fields.ts'
import { header } from '#plugins/forms/kit.ts'

/** Condition of approvals that request a seal. */
const seal = 'universalType = "7"'
const amounts = 'contents[amount != null].amount'

const own = defineFields({
  universalType: select({ cn: '审批类型', en: 'Approval type', required: true, trend: true, dict: 'universalType', section: 'basics',
    default: '"1"' }),
  urgency: radio({ cn: '紧急程度', en: 'Urgency', required: true, dict: 'urgency', section: 'basics', default: '"1"' }),
  expectDate: date({ cn: '期望完成日期', en: 'Needed by', section: 'basics' }),
  contents: table({
    cn: '审批内容',
    en: 'Approval content',
    required: true,
    max: 20,
    section: 'contents',
    span: 4,
    columns: {
      subject: text({ cn: '事项', en: 'Subject', required: true, max: 30 }),
      content: richtext({ cn: '内容', en: 'Content', required: true, max: 8000 }),
      amount: money({ cn: '金额', en: 'Amount', min: 0 }),
    },
  }),
  currencyType: currency({ cn: '币种', en: 'Currency', required: 'some c in contents satisfies c.amount > 0', section: 'contents',
    default: '"CNY"' }),
  exchangeRate: number({ cn: '汇率', en: 'Exchange rate to RMB', as: 'exchangeRate', system: true, readOnly: true, precision: 6,
    section: 'contents', visible: 'currencyType != null and currencyType != "CNY"' }),
  totalAmountRmb: calculated({
    cn: '涉及金额',
    en: 'Amount involved (RMB)',
    result: 'money',
    rmb: true,
    trend: true,
    section: 'contents',
    value: `if count(${amounts}) = 0 or sum(${amounts}) = 0 then 0 else rmb(sum(${amounts}), exchangeRate)`,
  }),
  sealType: multiselect({
    cn: '用章类型',
    en: 'Seal',
    required: seal,
    trend: true,
    section: 'basics',
    options: [
      { value: '1', cn: '公章', en: 'Company seal' },
      { value: '2', cn: '合同章', en: 'Contract seal' },
      { value: '3', cn: '财务章', en: 'Finance seal' },
      { value: '4', cn: '法人章', en: 'Legal representative seal' },
    ],
  }),
  sealCount: integer({ cn: '用章份数', en: 'Copies to seal', required: seal, min: 1, max: 99, section: 'basics', default: '1' }),
  chosenApprovers: people({
    cn: '审批人',
    en: 'Approvers',
    required: true,
    trend: true,
    min: 1,
    max: 10,
    section: 'approvers',
    span: 2,
    filter: 'option.id != applicant.id',
    hint: { cn: '按选择的顺序依次审批', en: 'They approve one after another, in the order chosen' },
  }),
  relatedDepts: multiselect({
    cn: '涉及部门',
    en: 'Departments involved',
    of: 'department',
    trend: true,
    max: 10,
    section: 'approvers',
    span: 2,
    hint: { cn: '各部门负责人会签', en: 'The head of each countersigns' },
  }),
})

export const fields = defineFields({
  ...override(header({ cn: '通用审批', en: 'General approval' }), { title: { cn: '审批标题', max: 30, default: undefined } }),
  ...own,
})
