import { attachment, currency, date, defineFields, department, integer, money, people, person, select, text, textarea,
  toggle } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { contract as contractReference } from '#plugins/forms/references.ts'
import { customer, supplier } from '#plugins/masters/references.ts'
import { canLedger } from './permissions.ts'

/** Condition that locks fields of contracts created by an approval document. */
const locked = 'businessKey != null'

const percent = (cn: string, en: string) => integer({ cn, en, required: true, min: 0, max: 100, locked })

/** Current or past contract; created by its approval document or by an import. */
export const contract = defineResource({
  name: 'contract',
  cn: '合同',
  en: 'Contract',
  base: '/oaserver',
  path: '/contract-standing-book',
  table: 'contract_ledger',
  key: 'contractNo',
  fields: defineFields({
    contractNo: text({ cn: '合同编号', en: 'Contract no.', required: true, max: 40, pattern: '^[A-Za-z0-9\\-/()]{3,40}$', locked }),
    contractName: text({ cn: '合同名称', en: 'Contract name', required: true, max: 30, locked }),
    contractClass: select({ cn: '合同类别', en: 'Class', required: true, dict: 'contractClass', locked }),
    contractType: select({ cn: '合同类型', en: 'Type', required: true, dict: 'contractType', locked }),
    isSupplementary: toggle({ cn: '是否补充合同', en: 'Supplementary', default: 'false', locked }),
    mainContract: contractReference({ cn: '主合同', en: 'Main contract', required: 'isSupplementary = true', locked }),
    subjectType: select({ cn: '标的类型', en: 'Subject type', required: true, dict: 'contractSubject', locked }),
    currencyType: currency({ cn: '币种', en: 'Currency', required: true, default: '"CNY"', locked }),
    amount: money({ cn: '合同金额（含税）', en: 'Amount (tax incl.)', required: true, min: 0, locked,
      hint: { cn: '框架合同为0', en: '0 for a framework contract' } }),
    amountRmb: money({ cn: '折合人民币', en: 'Amount in RMB', rmb: true, readOnly: true }),
    paidAmount: money({ cn: '已付金额', en: 'Paid', readOnly: true, system: true }),
    heldAmount: money({ cn: '审批中金额', en: 'In approval', readOnly: true, system: true }),
    unpaidAmount: money({ cn: '未付金额', en: 'Unpaid', readOnly: true, system: true }),
    signCompany: select({ cn: '我方签约公司', en: 'Signing company', required: true, dict: 'company', locked }),
    counterparty: text({ cn: '对方单位', en: 'Counterparty', required: true, max: 100, locked }),
    supplier: supplier({ cn: '供应商', en: 'Supplier', locked }),
    customer: customer({ cn: '客户', en: 'Customer', locked }),
    prepayPercent: percent('预付款比例（%）', 'Prepayment %'),
    receiptPercent: percent('到货款比例（%）', 'Receipt %'),
    acceptancePercent: percent('验收款比例（%）', 'Acceptance %'),
    warrantyPercent: percent('质保金比例（%）', 'Warranty %'),
    prepaymentWriteOffDate: date({ cn: '预付冲销日期', en: 'Prepayment offset date' }),
    signDate: date({ cn: '签订日期', en: 'Signing date', required: true }),
    effectiveDate: date({ cn: '生效日期', en: 'Effective date' }),
    expiryDate: date({ cn: '到期日期', en: 'Expiry date', required: true }),
    execState: select({ cn: '执行状态', en: 'Execution status', required: true, dict: 'contractExecState', default: '"1"' }),
    ownerPerson: person({ cn: '合同经办人', en: 'Contract owner', required: true, locked }),
    departmentId: department({ cn: '所属部门', en: 'Department', required: true, locked }),
    storageLocation: select({ cn: '存放位置', en: 'Storage location', dict: 'contractStorage' }),
    storageNo: text({ cn: '档案号', en: 'Archive no.', max: 40 }),
    attachments: attachment({ cn: '附件', en: 'Attachments', max: 20 }),
    remark: textarea({ cn: '备注', en: 'Remarks', max: 500 }),
    people: people({ cn: '相关人员', en: 'People concerned', readOnly: true, system: true }),
    revision: integer({ cn: '版本', en: 'Version', readOnly: true, system: true }),
    businessKey: text({ cn: '单据', en: 'Document', readOnly: true }),
    businessNo: text({ cn: '单据编号', en: 'Document no.', readOnly: true }),
    sapAgreementNo: text({ cn: 'SAP框架协议号', en: 'SAP agreement no.', readOnly: true, system: true, max: 40 }),
  }),
  derived: ['paidAmount', 'heldAmount', 'unpaidAmount'],
  reveals: { amountRmb: ['amount'], unpaidAmount: ['amount', 'paidAmount', 'heldAmount'] },
  columns: ['contractNo', 'contractName', 'execState', 'counterparty', 'amount', 'paidAmount', 'unpaidAmount', 'expiryDate',
    'contractClass', 'contractType', 'signDate', 'storageLocation', 'ownerPerson', 'signCompany', 'subjectType', 'isSupplementary',
    'mainContract', 'prepayPercent', 'receiptPercent', 'acceptancePercent', 'warrantyPercent', 'attachments'],
  filters: ['contractType', 'contractClass', 'signCompany', 'counterparty', 'execState', 'ownerPerson', 'signDate', 'expiryDate'],
  search: ['contractNo', 'contractName', 'counterparty', 'businessNo', 'sapAgreementNo'],
  sort: [{ field: 'signDate', descending: true }, { field: 'contractNo' }],
  can: canLedger,
  offers: 'contract',
  optionFields: ['contractName', 'contractClass', 'contractType', 'currencyType', 'amount', 'supplier', 'customer', 'counterparty',
    'signCompany', 'execState', 'expiryDate', 'unpaidAmount'],
  scope: { departments: 'departmentId', owner: 'people' },
  import: {
    columns: [
      { field: 'contractNo', example: 'SZ-C-2024-0001' },
      { field: 'contractName', example: { cn: '连接器年度采购', en: 'Connectors, annual' } },
      { field: 'contractClass' },
      { field: 'contractType' },
      { field: 'subjectType' },
      { field: 'currencyType' },
      { field: 'amount' },
      { field: 'signCompany' },
      { field: 'counterparty' },
      { field: 'supplier', by: 'code' },
      { field: 'customer', by: 'code' },
      { field: 'prepayPercent' },
      { field: 'receiptPercent' },
      { field: 'acceptancePercent' },
      { field: 'warrantyPercent' },
      { field: 'signDate' },
      { field: 'expiryDate' },
      { field: 'execState' },
      { field: 'ownerPerson' },
      { field: 'departmentId', by: 'code' },
      { field: 'storageLocation' },
    ],
    match: ['contractNo'],
    onMatch: 'refuse',
  },
  export: {
    columns: ['storageNo', 'remark', 'amountRmb', 'paidAmount', 'heldAmount', 'unpaidAmount', 'isSupplementary', 'mainContract',
      'prepaymentWriteOffDate', 'effectiveDate', 'revision', 'businessNo', 'sapAgreementNo'],
  },
})

/** Number of days before its end from which a contract is shown as expiring. */
const noticeDays = 30
const day = 86_400_000

/** Last expiry date that counts as near, yyyy-MM-dd. */
export const nearUntil = (today: string): string => new Date(Date.parse(today) + noticeDays * day).toISOString().slice(0, 10)

/** Days until a contract expires, 0 on its last day, negative afterwards; undefined if the expiry is not near. */
export function daysLeft(expiryDate: string, today: string): number | undefined {
  return expiryDate > nearUntil(today) ? undefined : (Date.parse(expiryDate) - Date.parse(today)) / day
}

/** The forms that approve contracts. */
export const contractTypes: readonly string[] = ['contractApproval', 'salesContractApproval', 'purchaseContract']

/** A payment term of a contract; amounts in the contract's currency, null without a cap. */
export interface TermWire {
  readonly stage: string
  readonly percent: number
  readonly amount: string | null
  readonly paid: string
  readonly held: string
  readonly open: string | null
}

/** A payment; its document is only included for readers who may open it. */
export interface PaymentWire {
  readonly stage: string
  readonly kind: 'held' | 'paid'
  readonly amount: string
  readonly amountRmb: string
  readonly happenTime: string
  readonly businessType: string | null
  readonly businessNo: string | null
  readonly procInstId: string | null
}

/** Ledger data of a contract, in addition to its record. */
export interface ContractBookWire {
  readonly terms: readonly TermWire[]
  readonly payments: readonly PaymentWire[]
  readonly supplements: readonly { readonly id: string; readonly contractNo: string; readonly contractName: string;
    readonly amount: string | null; readonly execState: string }[]
  readonly versions: readonly { readonly revision: number; readonly createTime: string; readonly amount: string | null;
    readonly expiryDate: string | null }[]
  /** The document that approved it, if the caller may read it. */
  readonly document: { readonly businessType: string; readonly businessNo: string; readonly procInstId: string } | null
}
