import { Decimal } from 'decimal.js'
import { moneyText } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { ReadDocument } from '../read-document.ts'
import { otherConsumption } from './other-consumption.ts'

/** The amounts consumed and remaining of a completed document, under the names of its form's fields. */
export async function remainingBalanceOf(db: Db, { id, form, process }: Pick<ReadDocument, 'id' | 'form' | 'process'>): Promise<FormValue> {
  if ((form.unclaimed ?? form.claimed) === undefined || process.status !== 'completed') return {}
  const others = (await otherConsumption(db, [id], undefined)).get(id)
  return { ...under(form.unclaimed, others?.remaining ?? null), ...under(form.claimed, others?.taken ?? new Decimal(0)) }
}

/** An amount under the name of its field, if the form has one. */
const under = (name: string | undefined,
  amount: Decimal | null): FormValue => (name === undefined ? {} : { [name]: amount && moneyText(amount) })
