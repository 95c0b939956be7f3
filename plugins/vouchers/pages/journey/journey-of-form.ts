import { nameOfCell } from '#shell/form/store/cell.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import type { FilledRow } from '../drop/placing.ts'
import type { Journey, LeftOut, JourneyQuestion } from './journey.ts'
import { type JourneyFillContext, fillJourney, type VoucherWithFile } from './fill.ts'
import { formJourney, PlannedRows } from './form-journey.ts'
import { journeyVoucher } from './journey-voucher.ts'
import { rebuilt } from './rebuild.ts'
import { type JourneyTables, journeyTables } from './tables.ts'

/** A voucher that no row claims, by the name of its file. */
export interface LeftOutFile extends LeftOut {
  readonly file: string
  readonly number?: string
}

/** The effect of a journey that was dropped on a form. */
export interface JourneyResult {
  readonly rows: readonly FilledRow[]
  readonly crowded: ReadonlyMap<number, number>
  readonly leftOut: readonly LeftOutFile[]
  undo(): void
}

/** The journey that is claimed on one form: what trips proposed for it, and what its vouchers leave open. */
export class JourneyOfForm {
  readonly tables: JourneyTables
  private readonly planned = new PlannedRows()
  private readonly dismissed = new Set<string>()
  /** Tells whether vouchers of a journey were dropped: before, nothing is asked. */
  isNotified = false

  constructor(private readonly store: FormStore, tables: JourneyTables) {
    this.tables = tables
  }

  /** Puts vouchers that came together into the form. */
  finish(all: readonly VoucherWithFile[], fileOf: (job: number) => string, optionOf: JourneyFillContext['optionOf']): JourneyResult {
    const { store, tables } = this
    const keys = Object.values(tables)
    this.planned.remember(store, keys)
    const before = Object.fromEntries(keys.map((key) => [key, store.entered[key]]))
    const gathered = new Map(all.map((each) => [each.id, each]))
    const journey: Journey = rebuilt(all.map(({ id, voucher }) => journeyVoucher(id, voucher)), formJourney(store, tables, this.planned))
    const { rows, crowded } = fillJourney(store, journey, { tables, gathered, optionOf })
    this.isNotified = true
    const undo = () => {
      store.marks.remove(rows.flatMap(marksIn))
      for (const key of keys) store.set({ key }, before[key])
      store.flush()
    }
    const leftOut = journey.leftOut.flatMap((each): LeftOutFile[] => {
      const found = gathered.get(each.voucher)
      const number = found?.voucher.fields['number']?.value
      return found ? [{ ...each, file: fileOf(found.job), ...(number !== undefined && { number }) }] : []
    })
    return { rows, crowded, leftOut, undo }
  }

  /** The open questions of the form as it stands. */
  questions(): readonly JourneyQuestion[] {
    if (!this.isNotified) return []
    return rebuilt([], formJourney(this.store, this.tables, this.planned)).questions.filter((question) =>
      !this.dismissed.has(keyOf(question))
    )
  }

  dismiss(question: JourneyQuestion): void {
    this.dismissed.add(keyOf(question))
  }
}

const marksIn = (
  { table, rowId, cells }: FilledRow,
): readonly string[] => [nameOfCell({ key: table, rowId }), ...cells.map(({ column }) => nameOfCell({ key: table, rowId, column }))]

/** The identity of a question, so that one that was dismissed is not asked again. */
export const keyOf = (question: JourneyQuestion): string => JSON.stringify(question)

const journeys = new WeakMap<FormStore, JourneyOfForm | null>()

/** The journey of a form; undefined where it claims none. */
export function journeyOfForm(store: FormStore): JourneyOfForm | undefined {
  const known = journeys.get(store)
  if (known !== undefined) return known ?? undefined
  const tables = journeyTables(store.form)
  const journey = tables && new JourneyOfForm(store, tables)
  journeys.set(store, journey ?? null)
  return journey
}
