import { attachment, calculated, currency, date, defineFields, type Field, integer, money, multiselect, number, override, person, radio,
  select, text, textarea, toggle } from '#kernel/fields.ts'
import { contract } from '#plugins/forms/references.ts'
import { fx, header } from '#plugins/forms/kit.ts'
import { project } from '#plugins/projects/references.ts'
import type { Label } from '#kernel/wording/label.ts'

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
