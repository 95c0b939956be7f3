import type { FormValue } from '#kernel/values/value.ts'
import type { Edge } from '#plugins/forms/server/contract-kit.ts'
import type { FilingSupport } from '#plugins/forms/server/contract-filing.ts'

/** Uploads a file with the contract's text. @returns its id */
const textOf = ({ product }: Pick<FilingSupport, 'product'>, by: string): Promise<string> =>
  product.as(by).upload('合同全文.pdf', Buffer.from('%PDF-1.4\n%%EOF'))

/** Common values of all contract forms, over 1,000.00. */
export const draftOf = async (support: Pick<FilingSupport, 'product'>, by: string): Promise<FormValue> => ({
  applicantDept: 'sz-quality',
  contractName: '检验服务',
  subjectType: 'service',
  ownerPerson: 'u-quality',
  summary: '年度第三方检验服务',
  currencyType: 'CNY',
  taxRate: '6',
  amount: '1000.00',
  signCompany: 'SZ',
  signDate: '2026-11-20',
  expiryDate: '2027-11-20',
  paymentTerm: 'staged',
  settlementMethod: 'tt',
  prepayPercent: 0,
  receiptPercent: 100,
  acceptancePercent: 0,
  warrantyPercent: 0,
  useTemplate: '1',
  sealType: ['contract'],
  copies: 2,
  contractFullText: [await textOf(support, by)],
})

/** Boundary cases of the common contract rules. */
export const contractEdges: Readonly<Record<string, Edge>> = {
  'C-R1': { breaks: { receiptPercent: 99 }, keeps: { receiptPercent: 100 } },
  'C-R3': { breaks: { contractType: 'framework', amount: '0.01' }, keeps: { contractType: 'framework', amount: '0.00' } },
  'C-R3-amount': { breaks: { amount: '0.00' }, keeps: { amount: '0.01' } },
  'C-R4': { breaks: { prepayPercent: 1, receiptPercent: 99 },
    keeps: { prepayPercent: 1, receiptPercent: 99, prepaymentWriteOffDate: '2026-12-20' } },
  'C-R4-date': { breaks: { prepayPercent: 1, receiptPercent: 99, prepaymentWriteOffDate: '2026-11-19' },
    keeps: { prepayPercent: 1, receiptPercent: 99, prepaymentWriteOffDate: '2026-11-20' } },
  'C-R6': { breaks: { expiryDate: '2026-11-20' }, keeps: { expiryDate: '2026-11-21' } },
  'C-R6-effective': { breaks: { effectiveDate: '2026-11-19' }, keeps: { effectiveDate: '2026-11-20' } },
  'C-R7': { breaks: { isSupplementary: true }, keeps: { isSupplementary: false } },
  'C-R14': { breaks: { sealType: ['none', 'contract'] }, keeps: { sealType: ['contract', 'company'] } },
}

const checked = (...items: string[]): object => ({ checkList: items.map((item) => ({ item, result: 'pass' })) })

/** Input of approvers at nodes that require more than a comment. */
export const contractSay: Readonly<Record<string, object>> = {
  legal: checked('party', 'liability', 'disputes', 'ip'),
  finance: checked('percentages', 'tax', 'account'),
  seal: checked('text'),
  archive: { business: { storageLocation: 'legal' } },
}
