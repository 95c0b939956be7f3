import { calculated, date, defineFields, documentLink, money, radio, table, text } from '#kernel/fields.ts'
import { defineRules, rule } from '#kernel/rules.ts'

const accountant = ['accountantReview'] as const
const writingOff = 'writeOffFlag = "1"'

/** Consumption of a payment by write-offs, up to its open balance. */
const offsetting = { amount: 'writeOffAmount', at: 'writeOffAmount',
  message: { cn: '冲销金额不能大于未冲余额', en: 'The offset is more than the open balance' } }

/** Condition for selectable payments: the applicant's prepayments and advances in the same currency with an open balance. */
const openAdvance = `option.disburseKind in ("1","2") and option.remaining > 0 and option.currencyType = header.currencyType
  and (option.starter = header.applicant.id or option.applicant = header.applicant.id or option.borrower = header.applicant.id)`

/** Fields to write off a prepayment or advance against the document. */
export const writeOff = defineFields({
  writeOffFlag: radio({
    cn: '是否冲销',
    en: 'Offset an advance?',
    required: true,
    trend: true,
    section: 'writeOff',
    default: '"0"',
    options: [{ value: '1', cn: '是', en: 'Yes' }, { value: '0', cn: '否', en: 'No' }],
  }),
  writeOffItems: table({
    cn: '冲销明细',
    en: 'Write-off items',
    required: writingOff,
    editAt: accountant,
    section: 'writeOff',
    span: 4,
    columns: {
      disbursement: documentLink({
        cn: '付款单',
        en: 'Payment request',
        required: true,
        links: ['disbursement'],
        binds: true,
        max: 1,
        claim: 'remaining',
        claims: offsetting,
        filter: openAdvance,
      }),
      openBalance: money({ cn: '未冲余额', en: 'Open balance', system: true, readOnly: true, value: 'disbursement[1].remaining' }),
      writeOffAmount: money({ cn: '冲销金额', en: 'Write-off amount', required: true, editAt: accountant,
        default: 'min(openBalance, max(0, header.approvedAmount - header.writeOffTotal))' }),
      prepaymentWriteOffDate: date({ cn: '预付冲销日期', en: 'Prepayment write-off date', system: true, readOnly: true,
        value: 'date(disbursement[1].prepaymentWriteOffDate)' }),
    },
  }),
  writeOffPartyName: text({
    cn: '冲销单位名称',
    en: 'Write-off party name',
    required: writingOff,
    max: 100,
    editAt: accountant,
    section: 'writeOff',
    span: 2,
  }),
  writeOffPartyAbbr: text({
    cn: '冲销单位简称',
    en: 'Party abbreviation',
    required: writingOff,
    max: 6,
    editAt: accountant,
    section: 'writeOff',
  }),
  writeOffTotal: calculated({
    cn: '冲销合计',
    en: 'Total offset',
    result: 'money',
    section: 'writeOff',
    value: `if ${writingOff} then sum(writeOffItems[writeOffAmount != null].writeOffAmount) else 0`,
  }),
  netPayable: calculated({
    cn: '实付金额',
    en: 'Net payable',
    as: 'netPayable',
    result: 'money',
    section: 'writeOff',
    value: 'approvedAmount - writeOffTotal',
  }),
})

const everywhere = ['start', 'accountantReview'] as const

export const writeOffRules = defineRules([
  rule('G-14', {
    each: 'writeOffItems',
    when: 'count(disbursement) = 0',
    fields: ['disbursement'],
    at: everywhere,
    cn: '冲销项必须关联付款审批单',
    en: 'Write-off items must link a disbursement approval',
  }),
  rule('G-15', {
    each: 'writeOffItems',
    when: 'writeOffAmount = null or writeOffAmount <= 0',
    fields: ['writeOffAmount'],
    at: everywhere,
    cn: '请填写冲销金额',
    en: 'The write-off amount is required',
  }),
  rule('G-16', {
    when: `${writingOff} and (writeOffPartyAbbr = null or len(writeOffPartyAbbr) = 0 or len(writeOffPartyAbbr) > 6)`,
    fields: ['writeOffPartyAbbr'],
    cn: '请填写冲销单位简称，且不超过6个字符',
    en: 'The party abbreviation is required and at most 6 characters',
  }),
  rule('G-17', {
    each: 'writeOffItems',
    when: 'writeOffAmount > openBalance',
    fields: ['writeOffAmount'],
    at: everywhere,
    cn: '冲销金额不能大于未冲余额',
    en: 'The offset is more than the open balance',
  }),
  rule('WO-01', {
    when: 'writeOffTotal > approvedAmount',
    fields: ['writeOffTotal'],
    at: everywhere,
    cn: '冲销合计不能大于核准金额',
    en: 'The total offset is more than the approved amount',
  }),
])
