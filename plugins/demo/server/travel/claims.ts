import { splitName } from '#kernel/wording/names.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { people } from '../company/people.ts'
import { cardNumber } from '../masters/banks.ts'
import { chance } from '../random.ts'
import { before, dayFrom } from '../stories/clock.ts'
import type { Before, Story } from '../stories/story.ts'
import { type TripPlan, tripPlans } from './trips.ts'

interface DemoTravelClaim {
  /** Name of the claimed trip. */
  readonly of: string
  /** Number of days after the end of the trip. */
  readonly after: number
  readonly ends: Story['ends']
  readonly waitsAt?: string
  /** The hotel exceeded the standard. */
  readonly isOver?: true
}

/** Claims of trips. The trip t15 to Beijing is not claimed yet; refused and voided claims are filed again. */
const claims: readonly DemoTravelClaim[] = [
  { of: 't27', after: 5, ends: 'completed' },
  { of: 't1', after: 6, ends: 'completed' },
  { of: 't28', after: 7, ends: 'completed' },
  { of: 't2', after: 8, ends: 'completed' },
  { of: 't29', after: 4, ends: 'voided' },
  { of: 't29', after: 13, ends: 'completed' },
  { of: 't3', after: 40, ends: 'completed' },
  { of: 't4', after: 5, ends: 'completed', isOver: true },
  { of: 't30', after: 6, ends: 'completed' },
  { of: 't31', after: 5, ends: 'completed' },
  { of: 't5', after: 7, ends: 'completed' },
  { of: 't32', after: 6, ends: 'completed' },
  { of: 't33', after: 4, ends: 'completed' },
  { of: 't6', after: 9, ends: 'completed' },
  { of: 't34', after: 10, ends: 'completed', isOver: true },
  { of: 't7', after: 4, ends: 'revoked' },
  { of: 't7', after: 11, ends: 'completed' },
  { of: 't35', after: 5, ends: 'completed' },
  { of: 't8', after: 12, ends: 'completed' },
  { of: 't36', after: 6, ends: 'completed' },
  { of: 't37', after: 7, ends: 'completed' },
  { of: 't9', after: 6, ends: 'refused' },
  { of: 't9', after: 15, ends: 'completed' },
  { of: 't10', after: 5, ends: 'refused' },
  { of: 't10', after: 14, ends: 'completed' },
  { of: 't38', after: 8, ends: 'completed' },
  { of: 't11', after: 5, ends: 'completed' },
  { of: 't16', after: 3, ends: 'revoked' },
  { of: 't12', after: 38, ends: 'running', waitsAt: 'accountantReview' },
  { of: 't39', after: 33, ends: 'running', waitsAt: 'accountantReview' },
  { of: 't21', after: 17, ends: 'running', waitsAt: 'bearingDeptHead' },
  { of: 't13', after: 18, ends: 'running', waitsAt: 'accountantReview', isOver: true },
  { of: 't14', after: 11, ends: 'running', waitsAt: 'financeManager' },
  { of: 't16', after: 6, ends: 'running', waitsAt: 'accountantReview' },
]

/** Travel claims: on time and late, within and above the standard, paid and in approval. */
export const travelClaims = (anchor: Date): readonly Story[] =>
  claims.map((claim): Story => {
    const plan = tripPlans.find(({ name }) => name === claim.of)!
    return { ...travelClaim(claim, plan, anchor),
      files: { attachmentList: plan.days > 2 ? ['车票与住宿票据.zip', '出差总结.docx'] : ['车票.pdf'] } }
  })

/** Story of a travel claim, filed a number of days after the trip. */
export const travelClaim = (claim: DemoTravelClaim, plan: TripPlan, anchor: Date): Story => ({
  type: 'travelReimbursement',
  by: plan.by,
  at: before(anchor, Math.max(0, -(plan.starts + plan.days - 1 + claim.after)), 11),
  ends: claim.ends,
  ...(claim.waitsAt === undefined && { passes: claim.ends === 'revoked' ? 0 : 1 }),
  ...(claim.waitsAt !== undefined && { waitsAt: claim.waitsAt }),
  ...(ends[claim.ends] !== undefined && { because: ends[claim.ends] }),
  say: { accountantReview: { comment: '票据齐全，同意' } },
  value: (earlier) => valueOf(claim, plan, { anchor, earlier }),
})

const ends: Readonly<Record<string, string>> = { refused: '出差总结过于简略，请补充后重新提交', revoked: '漏填返程票据，撤回重填',
  voided: '与同行人重复报销，作废' }

function valueOf({ of, isOver }: DemoTravelClaim, { by, starts, days, companions = [] }: TripPlan,
  { anchor, earlier }: { anchor: Date; earlier: Before }): FormValue {
  const trip = earlier(of)
  const { applicantDept, bearingDept, costCenter } = trip.value
  const [out] = trip.value['itinerary'] as readonly FormValue[]
  const everyone = [by, ...companions].map((person) => `u-${person}`)
  const rate = isOver ? 620 : 240
  const nights = days - 1
  return {
    applicantDept,
    bearingDept,
    costCenter,
    currencyType: 'CNY',
    tripLinks: [trip.id],
    tripReport: '按计划完成出差任务，会议结论与后续事项已抄送相关部门跟进。',
    // legs and fares are prefilled from the trip
    hotelRows: nights > 0 ?
      everyone.map((person, index) => ({
        rowId: `hotel-${index}`,
        city: out?.['endArea'],
        checkIn: dayFrom(anchor, starts),
        checkOut: dayFrom(anchor, starts + nights),
        persons: [person],
        amount: (nights * rate).toFixed(2),
        ...noInvoice,
      })) :
      [],
    transportRows: everyone.flatMap((traveler, index) =>
      (trip.value['itinerary'] as readonly FormValue[]).filter(({ transport }) => transport !== '1').map((leg) => ({
        rowId: `${String(leg['rowId'])}-${index}`,
        traveler,
        date: String(leg['startTime']).slice(0, 10),
        transport: leg['transport'],
        seatClass: leg['seatClass'],
        startCity: leg['startArea'],
        endCity: leg['endArea'],
        amount: leg['fare'],
        ...noInvoice,
      }))
    ),
    otherRows: [{ rowId: 'other', travelItemType: '6', date: dayFrom(anchor, starts), expenseDetail: '流量与通讯', amount: '30.00',
      ...noInvoice }],
    proceedsType: '3',
    payeeLines: [{ proceedsName: splitName(people.find(({ userName }) => userName === by)?.name).cn,
      proceedsAccount: cardNumber(chance(`card-${by}-pay`).next), proceedsAccountType: '2', bankName: '招商银行' }],
    writeOffFlag: '0',
    overdueExplanation: '票据寄回较晚，补交报销',
    overStandardExplanation: '展会期间协议酒店满房',
    excessExplanation: '会议延长一天，费用略超',
    overBudgetExplanation: '集中出差，后续月份压缩',
  }
}

const noInvoice = { invoiceType: '4', noInvoiceReason: '电子票据随后补传' }
