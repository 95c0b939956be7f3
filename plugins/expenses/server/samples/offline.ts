import { startOfDay, todayOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import { budgetUnits, categoryId, chance, costCenterId, dayOfMonth, monthsBack, personId,
  projectId } from '#plugins/demo/server/public-api.ts'
import { bookOffline } from '../public-api.ts'

// columns: detail, category, minimum and maximum amount
const kinds = [
  ['打印耗材', 'OFFICE', 80, 900],
  ['快递月结', 'POST', 200, 2400],
  ['培训费', 'TRAIN', 600, 5000],
  ['设备维修', 'OTHER', 300, 3600],
  ['检测费', 'QUALITY', 400, 4200],
] as const

const applicants = ['finance', 'accountant', 'huangli'] as const

/** Values and time of an offline booking. */
interface OfflineBooking {
  readonly value: Readonly<Record<string, string | null>>
  readonly at: Date
}

/** Sixty offline reimbursements over the ten months up to the anchor's; two of them reverse part of another. */
export function offlineBookings(anchor: Date): readonly OfflineBooking[] {
  const drawn = chance('offline')
  const today = todayOf(anchor)
  const months = monthsBack(today, 10)
  return Array.from({ length: 60 }, (_, index) => {
    const [expenseDetail, code, low, high] = kinds[index % kinds.length]!
    const unit = budgetUnits[(index * 5) % budgetUnits.length]!
    const day = dayOfMonth(months[index % months.length]!, drawn.between(1, Number(today.slice(8))))
    const amount = (drawn.between(low * 100, high * 100) / 100).toFixed(2)
    return { at: new Date(Math.min(startOfDay(day).getTime() + 17 * 3_600_000, anchor.getTime())), value: {
      offlineSource: index % 3 === 0 ? '3' : '1',
      voucherNo: `5100${String(100_000 + index)}`,
      company: unit.slice(0, 2).toUpperCase(),
      expenseDate: day,
      bearingDept: unit,
      costCenter: costCenterId(unit),
      expenseCategory: categoryId(code),
      expenseDetail,
      currencyType: index % 15 === 7 ? 'USD' : 'CNY',
      amount: index % 30 === 29 ? `-${amount}` : amount,
      remark: index % 30 === 29 ? '冲减多记部分' : null,
      applicant: personId(applicants[index % applicants.length]!),
      project: index % 4 === 1 && index % 30 !== 29 ? projectId(`P26-00${1 + (index % 9)}`) : null,
    } }
  })
}

/** Books the offline reimbursements. */
export async function saveOffline(db: Db, anchor: Date, by: string): Promise<void> {
  for (const { value, at } of offlineBookings(anchor)) await bookOffline(db, value, { by, at })
}
