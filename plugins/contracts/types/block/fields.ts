import { attachment, calculated, currency, date, defineFields, department, type Field, type FieldDefinition, type Fields, integer, money,
  multiselect, number, override, person, radio, select, table, text, textarea, toggle } from '#kernel/fields.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { RowTaking } from '#kernel/fields/links.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { approve, rowPersons } from '#kernel/flow.ts'
import { contract } from '#plugins/forms/references.ts'
import { fx, header } from '#plugins/forms/kit.ts'
import { project } from '#plugins/projects/references.ts'
import { material } from '#plugins/masters/references.ts'

/** Condition that the contract type has payment percentages. */
const divided = 'not(contractType in ("nda","quality"))'

const share = (cn: string, en: string): Field<number> =>
  integer({ cn: `${cn}（%）`, en: `${en} %`, required: divided, shown: true, min: 0, max: 100, default: '0', section: 'terms',
    shareOf: 'amount' })

const rates = fx({ total: 'amount', rmb: 'amountRmb' })

/** Header fields of a contract. */
const identity = defineFields({
  contractName: text({ cn: '合同名称', en: 'Contract name', required: true, max: 30, section: 'contract' }),
  contractNo: text({
    cn: '合同编号',
    en: 'Contract no.',
    max: 40,
    pattern: '^[A-Za-z0-9\\-/()]{3,40}$',
    editAt: ['legal'],
    section: 'contract',
    hint: { cn: '不填则归档时自动编号', en: 'Numbered on archiving if left empty' },
  }),
  contractType: select({ cn: '合同类型', en: 'Contract type', required: true, trend: true, dict: 'contractType', default: '"single"',
    section: 'contract' }),
  contractClass: select({ cn: '合同类别', en: 'Contract class', required: true, trend: true, dict: 'contractClass', default: '"ancillary"',
    section: 'contract' }),
  isSupplementary: toggle({ cn: '是否补充合同', en: 'Supplementary contract', default: 'contractType = "supplementary"',
    section: 'contract' }),
  mainContract: contract({ cn: '主合同', en: 'Main contract', required: 'isSupplementary = true', section: 'contract' }),
  subjectType: select({ cn: '标的类型', en: 'Subject type', required: true, dict: 'contractSubject', section: 'contract' }),
  project: project({ cn: '所属项目', en: 'Project', section: 'contract' }),
  ownerPerson: person({ cn: '合同经办人', en: 'Contract owner', required: true, default: 'applicant.id', section: 'contract' }),
  riskLevel: select({ cn: '风险等级', en: 'Risk level', dict: 'riskGrade', default: '"low"', trend: true, editAt: ['legal'],
    section: 'contract' }),
  summary: textarea({ cn: '合同主要内容', en: 'Main content', required: true, max: 1000, section: 'contract', span: 4 }),
})

const amounts = defineFields({
  currencyType: currency({ ...labelOf(rates.currencyType), required: true, trend: true, default: '"CNY"', section: 'amount' }),
  exchangeRate: number({ ...labelOf(rates.exchangeRate), as: 'exchangeRate', system: true, readOnly: true, precision: 6,
    section: 'amount' }),
  taxRate: select({
    cn: '税率',
    en: 'Tax rate',
    required: true,
    default: '"13"',
    section: 'amount',
    options: ['0', '1', '3', '6', '9', '13'].map((value) => ({ value, cn: `${value}%`, en: `${value}%` })),
  }),
  amount: money({ cn: '合同金额（含税）', en: 'Contract amount (tax incl.)', required: true, trend: true, min: 0,
    default: 'if contractType = "framework" then 0 else null', section: 'amount' }),
  amountRmb: calculated({ cn: '折合人民币', en: 'Amount in RMB', result: 'money', rmb: true, trend: true,
    value: 'rmb(amount, exchangeRate)', section: 'amount' }),
  amountCapital: calculated({ cn: '大写金额', en: 'Amount in Chinese capitals', as: 'amountCapitals', readOnly: true, result: 'text',
    value: 'capital(amountRmb)', section: 'amount' }),
})

const terms = defineFields({
  paymentTerm: select({ cn: '付款方式', en: 'Payment term', required: true, dict: 'paymentTerm', default: '"staged"', section: 'terms' }),
  settlementMethod: select({ cn: '结算方式', en: 'Settlement method', required: true, dict: 'settlementMethod', default: '"tt"',
    section: 'terms' }),
  prepayPercent: share('预付款比例', 'Prepayment'),
  receiptPercent: share('到货款比例', 'Receipt'),
  acceptancePercent: share('验收款比例', 'Acceptance'),
  warrantyPercent: share('质保金比例', 'Warranty'),
  percentTotal: calculated({
    cn: '比例合计（%）',
    en: 'Percent total',
    result: 'integer',
    section: 'terms',
    value: 'sum([prepayPercent, receiptPercent, acceptancePercent, warrantyPercent][item != null])',
  }),
  prepaymentWriteOffDate: date({ cn: '预付冲销日期', en: 'Prepayment offset date', required: 'prepayPercent > 0', section: 'terms' }),
  warrantyMonths: integer({ cn: '质保期（月）', en: 'Warranty period (months)', required: 'warrantyPercent > 0', min: 1, max: 120,
    default: '12', section: 'terms' }),
})

/** Parties and period. */
const parties = defineFields({
  signCompany: select({ cn: '我方签约公司', en: 'Signing company', required: true, dict: 'company', default: 'applicantDept.company',
    section: 'parties' }),
  counterparty: text({ cn: '对方单位', en: 'Counterparty', required: true, max: 100, section: 'parties', span: 2 }),
  counterpartyContact: text({ cn: '对方联系人及电话', en: 'Counterparty contact', max: 60, section: 'parties' }),
  signDate: date({ cn: '签订日期', en: 'Signing date', required: true, default: 'today()', section: 'parties' }),
  effectiveDate: date({ cn: '生效日期', en: 'Effective date', default: 'signDate', section: 'parties' }),
  expiryDate: date({ cn: '到期日期', en: 'Expiry date', required: true, section: 'parties' }),
  autoRenew: toggle({ cn: '自动续期', en: 'Auto-renewal', default: 'false', section: 'parties' }),
})

/** Contract paper: text, seals and place of storage. */
const paper = defineFields({
  useTemplate: radio({ cn: '使用我司范本', en: 'Our template used', required: true, trend: true, dict: 'yesNo', default: '"1"',
    section: 'paper' }),
  sealType: multiselect({
    cn: '用印类型',
    en: 'Seal type',
    required: true,
    trend: true,
    default: '["contract"]',
    section: 'paper',
    span: 2,
    options: [{ value: 'contract', cn: '合同章', en: 'Contract seal' }, { value: 'company', cn: '公章', en: 'Company seal' }, {
      value: 'legal',
      cn: '法人章',
      en: 'Legal representative seal',
    }, { value: 'none', cn: '不用印', en: 'None' }],
  }),
  copies: integer({ cn: '份数', en: 'Copies', required: true, min: 1, max: 20, default: '2', section: 'paper' }),
  contractFullText: attachment({ cn: '合同全文', en: 'Contract full text', required: true, max: 5, extensions: ['pdf'], section: 'paper',
    span: 2 }),
  contractWord: attachment({ cn: '合同Word稿', en: 'Editable draft', max: 5, extensions: ['doc', 'docx'], section: 'paper', span: 2 }),
  signedScan: attachment({ cn: '盖章扫描件', en: 'Signed scan', max: 5, extensions: ['pdf'], editAt: ['seal'], section: 'paper', span: 2 }),
  storageLocation: select({ cn: '存放位置', en: 'Storage location', required: true, atNode: 'archive', editAt: ['archive'],
    dict: 'contractStorage', default: '"legal"', section: 'paper' }),
  storageNo: text({ cn: '档案号', en: 'Archive no.', max: 40, visible: 'storageLocation != null', editAt: ['archive'], section: 'paper' }),
})

/** Common fields of all contract forms by section; `name` is the form's. */
export const contractBlock = (name: Label) => ({ header: titled(name), identity, amounts, terms, parties, paper })

/** Header whose title defaults to contract name and counterparty, at most 30 characters. */
function titled(name: Label) {
  const fields = header(name)
  const named = 'if counterparty = null then contractName else substring(contractName + " · " + counterparty, 1, 30)'
  return override(fields, { title: { default: `if contractName = null then ${fields.title.default} else ${named}` } })
}

/** Amounts whose total defaults to the sum of the lines; 0 for a framework contract. */
export const summed = override(amounts, {
  amount: { default: 'if contractType = "framework" then 0 else if count(items[lineAmount != null]) = 0 then null ' +
    'else sum(items[lineAmount != null].lineAmount)' },
})

/** Identity fields with a fixed contract class. */
export const classified = (value: 'purchase' | 'sales') => override(identity, { contractClass: { default: `"${value}"`, readOnly: true } })

function labelOf({ cn, en }: Label): Label {
  return { cn, en }
}

const priced = defineFields({
  qty: number({ cn: '数量', en: 'Quantity', required: true, min: 0, precision: 3 }),
  unit: select({ cn: '单位', en: 'Unit', required: true, dict: 'unit', default: 'if material = null then "pcs" else material.unit' }),
  unitPrice: money({ cn: '含税单价', en: 'Unit price (tax incl.)', required: true, min: 0, precision: 6, each: true }),
  lineAmount: calculated({ cn: '金额', en: 'Amount', result: 'money', value: 'decimal(qty * unitPrice, 2)' }),
})

/** Table of items bought or sold; absent for a framework contract. */
export const lines = <const Named extends Fields, const More extends Fields>(
  { cn, en, max, required, named, more, takes }: Lines<Named, More>,
) =>
  defineFields({
    items: table({ cn, en, required: 'contractType != "framework"', min: 1, max, section: 'items', span: 4, ...(takes && { takes }),
      columns: { material: material({ cn: '物料', en: 'Material', required }), ...named, ...priced, ...more } }),
  })

interface Lines<Named extends Fields, More extends Fields> extends Label {
  readonly max: number
  /** Condition under which a line requires a material. */
  readonly required: NonNullable<FieldDefinition['required']>
  /** Columns that name a line, in addition to its material. */
  readonly named: Named
  /** Documents from which lines are copied. */
  readonly takes?: RowTaking
  /** Further columns of a line. */
  readonly more: More
}

export const lineRules = defineRules([
  rule('X-R2', {
    when: 'count(items) > 0 and sum(items[lineAmount != null].lineAmount) != amount',
    fields: ['amount'],
    cn: '产品明细合计必须等于合同金额',
    en: 'Product lines must total the contract amount',
  }),
  rule('X-R2-qty', { each: 'items', when: 'qty <= 0', fields: ['qty'], cn: '数量必须大于0', en: 'The quantity must be greater than 0' }),
  rule('X-R2-delivery', { when: 'deliveryDate < signDate', fields: ['deliveryDate'], cn: '交货日期不能早于签订日期',
    en: 'The delivery date must not be earlier than the signing date' }),
])

const node = 'clauseReview'

/** Default wordings by type of clause. */
const wordings = {
  quality: '按双方确认的技术要求和质量协议验收',
  delivery: '按约定的交期和地点交付，逾期承担违约责任',
  price: '价格为含税价，合同期内不调整',
  payment: '按付款条款约定的比例和时间付款',
  warranty: '质保期内免费维修或更换',
  breach: '违约责任对等',
  ip: '保证不侵犯第三方知识产权',
  confidentiality: '双方对商业和技术信息承担保密义务',
} as const

type Clause = keyof typeof wordings

const rowsOf = (types: readonly Clause[]) => `[${types.map((type) => `{clauseType: "${type}", content: "${wordings[type]}"}`).join(', ')}]`

/** Table of reviewed clauses, each with its own reviewer; a new document starts with the standard clauses. */
export const clauses = (standard: readonly Clause[]) =>
  defineFields({
    clauses: table({
      cn: '评审条款',
      en: 'Review clauses',
      required: true,
      min: 1,
      max: 50,
      owner: 'reviewer',
      default: rowsOf(standard),
      section: 'review',
      span: 4,
      columns: {
        clauseType: select({ cn: '条款类型', en: 'Clause', required: true, dict: 'reviewClauseType' }),
        content: textarea({ cn: '条款内容', en: 'Content', required: true, max: 500 }),
        department: department({ cn: '评审部门', en: 'Reviewing department', required: true }),
        reviewer: person({ cn: '评审人', en: 'Reviewer', required: true, trend: true,
          filter: 'department = null or list contains(option.departments, department.id)' }),
        result: select({ cn: '评审结论', en: 'Result', dict: 'reviewResult', required: true, atNode: node, editAt: [node] }),
        opinion: textarea({ cn: '评审意见', en: 'Opinion', required: 'result in ("conditional","fail")', max: 500, editAt: [node] }),
      },
    }),
  })

export const clauseReview = approve(node, rowPersons('clauses.reviewer'), { cn: '条款评审', en: 'Clause review', mode: 'all', manual: true,
  rows: 'own' })

export const clauseRules = defineRules([
  rule('X-R1', { when: 'count(clauses) = 0', fields: ['clauses'], cn: '请至少添加一条评审条款', en: 'Add at least one review clause' }),
  rule('X-R1-twice', {
    when: 'count(distinct values(clauses.clauseType)) < count(clauses)',
    fields: ['clauses'],
    cn: '条款类型重复',
    en: 'Two clauses have the same type',
  }),
  rule('X-R5', {
    when: 'some c in clauses satisfies c.result = "fail"',
    fields: ['clauses'],
    at: ['legal', 'finance', 'vp', 'gm', 'seal', 'archive'],
    cn: '存在不通过的条款，请退回修改',
    en: 'A clause failed. Return the document for changes',
  }),
])
