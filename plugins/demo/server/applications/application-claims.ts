import { Decimal } from 'decimal.js'
import type { FormValue } from '#kernel/values/value.ts'
import { people } from '../company/people.ts'
import { cardNumber } from '../masters/banks.ts'
import { categoryId } from '../masters/categories.ts'
import { chance } from '../random.ts'
import { splitName } from '#kernel/wording/names.ts'
import { before, dayFrom } from '../stories/clock.ts'
import type { Before, Story, FiledStory } from '../stories/story.ts'

interface ApplicationClaim {
  /** Name of the claimed story, and the claimant. */
  readonly of: string
  readonly by: string
  readonly kind: '3' | '5' | '6'
  readonly ends: Story['ends']
  /** Claimed share of it. @default the whole amount */
  readonly share?: number
}

interface DemoClaim extends ApplicationClaim {
  readonly daysAgo: number
}

const claims: readonly DemoClaim[] = [
  { of: 'dinner 8', by: 'jiangyi', kind: '3', daysAgo: 190, ends: 'completed' },
  { of: 'dinner 12', by: 'sales', kind: '3', daysAgo: 130, ends: 'completed' },
  { of: 'dinner 16', by: 'quality', kind: '3', daysAgo: 3, ends: 'running' },
  { of: 'service 5', by: 'quality', kind: '5', daysAgo: 60, ends: 'completed', share: 0.5 },
  { of: 'service 6', by: 'it', kind: '5', daysAgo: 2, ends: 'running' },
  { of: 'goods 7', by: 'linfang', kind: '6', daysAgo: 50, ends: 'completed' },
]

/** Claims of applications, in full or in part, some in approval. */
export const claimed = (anchor: Date): readonly Story[] => claims.map((claim) => claimOf(claim, before(anchor, claim.daysAgo, 14)))

/** Story of a claim of an application. */
export const claimOf = (claim: ApplicationClaim, at: Date): Story => ({
  type: 'expenseReimbursement',
  by: claim.by,
  at,
  ends: claim.ends,
  waitsAt: 'accountantReview',
  say: { accountantReview: { comment: '票据齐全，同意' } },
  files: { attachmentList: ['发票汇总.xlsx'] },
  value: (earlier) => valueOf(claim, at, earlier),
})

const links = { 3: 'entertainmentLinks', 5: 'serviceFeeLinks', 6: 'procurementLinks' } as const
const categories = { 3: 'ENT', 5: 'SERVICE', 6: 'PROC' } as const
const details = { 3: '业务招待', 5: '服务费用', 6: '物品采购' } as const

function valueOf({ of, by, kind, share = 1 }: ApplicationClaim, at: Date, earlier: Before): FormValue {
  const application = earlier(of)
  const { applicantDept, bearingDept, costCenter } = application.value
  return {
    title: `${details[kind]}报销`,
    applicantDept,
    bearingDept,
    costCenter,
    reimburseKind: kind,
    currencyType: 'CNY',
    [links[kind]]: [application.id],
    items: [{
      rowId: 'r1',
      expenseDate: dayFrom(at, -3),
      expenseCategory: categoryId(categories[kind]),
      expenseDetail: details[kind],
      bearingDept,
      costCenter,
      linkNo: application.number,
      amount: partOf(application, share),
      invoiceType: '4',
      noInvoiceReason: '电子发票随后补传',
    }],
    ...payee(by),
    writeOffFlag: '0',
    overBudgetExplanation: '已申请的费用，集中报销',
    ...(share > 1 && { overStandardExplanation: '客户临时增加人数' }),
    overdueExplanation: '供应商开票较晚，收到后即报销',
  }
}

/** Share of an application's amount, rounded to cents. */
const partOf = ({ value }: FiledStory, share: number): string => new Decimal(String(value['totalAmountRmb'])).times(share).toFixed(2)

const payee = (by: string): FormValue => ({
  proceedsType: '3',
  payeeLines: [{
    proceedsName: splitName(people.find(({ userName }) => userName === by)?.name).cn,
    proceedsAccount: cardNumber(chance(`card-${by}-pay`).next),
    proceedsAccountType: '2',
    bankName: '招商银行',
  }],
})
