import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { composeName } from '#kernel/wording/names.ts'
import { textAt } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import './tables.ts'
import { daysOf, type Leg, type Stay, staysOf } from './allowances.ts'
import { legsOf, textsAt, tripsOf } from './read.ts'

/** A stay without the days paid by other claims. */
export interface OpenStay extends Stay {
  /** Bilingual note on the days paid by other claims, with their numbers, "中文/English"; undefined if there are none. */
  readonly paidNote: string | undefined
}

/** Reduces stays by the shares of days that other claims already pay, since each day of a person is paid once. */
export async function withoutPaidDays(db: Db, stays: readonly Stay[], document: string): Promise<OpenStay[]> {
  const days = stays.flatMap(({ shares }) => shares.map(({ day }) => day))
  const rows = days.length === 0 ? [] : await db.selectFrom('live_allowance')
    .innerJoin('document', 'document.id', 'live_allowance.document')
    .select(['traveler', 'day', 'share', 'document.number'])
    .where('traveler', 'in', [...new Set(stays.map(({ traveler }) => traveler))])
    .where('day', 'in', [...new Set(days)])
    .where('live_allowance.document', '!=', document)
    .orderBy('document.number')
    .execute()
  const left = new Map<string, Decimal>()
  return stays.map((stay) => {
    const paidBy = (day: string) => rows.filter((row) => row.traveler === stay.traveler && row.day === day)
    const shares = stay.shares.map(({ day, share }) => {
      const key = `${stay.traveler} ${day}`
      const open = left.get(key) ?? paidBy(day).reduce((rest, paid) => rest.minus(paid.share), new Decimal(1))
      const granted = Decimal.max(0, Decimal.min(share, open))
      left.set(key, open.minus(granted))
      return { day, share: granted, isCut: granted.lt(share), numbers: paidBy(day).map(({ number }) => number) }
    })
    const cut = shares.filter(({ isCut, numbers }) => isCut && numbers.length > 0)
    const notes = cut.map(({ day, numbers }) => [day, numbers.join(', ')] as const)
    return { ...stay, shares, days: daysOf(shares), paidNote: notes.length === 0 ?
      undefined :
      composeName({ cn: notes.map(([day, no]) => `${day} 已在 ${no} 领取补贴`).join('；'),
        en: notes.map(([day, no]) => `${day} is paid in ${no}`).join('; ') }) }
  })
}

/** Reserves the paid days of a claim until it is released. */
export const liveAllowances: DocumentExtension = {
  concerns: ({ fields }) => fields['allowanceRows']?.columns !== undefined,

  /** Repeats the reduction under a lock of the travellers, against concurrent claims, and stores the days. */
  async onSubmit(step) {
    const { db, document } = step
    await db.deleteFrom('live_allowance').where('document', '=', document.id).execute()
    const stays = await staysIn(step)
    for (const traveler of [...new Set(stays.map((stay) => stay.traveler))].toSorted())
      await sql`select pg_advisory_xact_lock(hashtext(${`allowance ${traveler}`}))`.execute(db)
    const open = await withoutPaidDays(db, stays, document.id)
    refuseChanged(step, open)
    const rows = open.flatMap(({ traveler, shares }) => shares.map(({ day, share }) => ({ traveler, day, share })))
      .filter(({ share }) => share.gt(0)).map(({ traveler, day, share }) => ({ traveler, day, share: share.toFixed(1),
        document: document.id })
      )
    if (rows.length > 0) await db.insertInto('live_allowance').values(rows).execute()
  },

  async onReleased({ db, document }) {
    await db.deleteFrom('live_allowance').where('document', '=', document.id).execute()
  },
}

async function staysIn({ db, value }: DocumentStep): Promise<Stay[]> {
  const trips = await tripsOf(db, textsAt(value, 'tripLinks'))
  return staysOf(legsOf(value, trips).filter((leg): leg is Leg => leg !== undefined))
}

/** @throws Refused if another claim has taken a day since the allowances were calculated */
function refuseChanged({ value }: DocumentStep, open: readonly OpenStay[]): void {
  const counted = rowsAt(value, 'allowanceRows').reduce((sum, row) => sum.plus(textAt(row, 'days') ?? 0), new Decimal(0))
  const isSame = counted.eq(open.reduce((sum, { days }) => sum.plus(days), new Decimal(0)))
  if (!isSame) throw new Refused('forms.allowanceChanged', {}, [{ field: 'tripRows', code: 'forms.allowanceChanged' }])
}
