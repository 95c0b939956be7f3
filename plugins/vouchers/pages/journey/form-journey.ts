import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import type { FieldRole } from '#kernel/fields.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import type { FormJourney, Place } from './journey.ts'
import { withoutUndefined } from './without-undefined.ts'
import type { JourneyTables } from './tables.ts'

/** Rows that a trip request proposed, by their ids, as they were then. */
export class PlannedRows {
  private readonly rows = new Map<string, string>()

  /** Of tables into which nobody has entered anything, every row is a proposal. */
  remember(store: FormStore, tables: readonly string[]): void {
    for (const row of tables.filter((table) => store.entered[table] === undefined).flatMap((table) => rowsAt(store.value, table))) {
      this.rows.set(rowIdOf(row) ?? '', JSON.stringify(row))
    }
  }

  /** Returns whether nobody has changed it since. */
  has(row: FormValue): boolean {
    return this.rows.get(rowIdOf(row) ?? '') === JSON.stringify(row)
  }
}

/** The values of a journey in the form. */
export function formJourney(store: FormStore, tables: JourneyTables, planned: PlannedRows): FormJourney {
  const applicant = textOf(store.value['applicant']) ?? ''
  const rowsOf = (table: string) => rowsAt(store.value, table).map((row) => ({ row, at: reader(store, table, row) }))
  const named = (row: FormValue, at: RoleReader) => ({ rowId: rowIdOf(row) ?? '', traveller: textOf(at('traveller')) ?? applicant })
  const isPlanned = (table: string, row: FormValue) => {
    if (store.entered[table] === undefined) return true
    const entered = rowsAt(store.entered, table).find((each) => rowIdOf(each) === rowIdOf(row))
    return planned.has(entered ?? row)
  }
  return {
    applicant,
    legs: rowsOf(tables.legs).map(({ row, at }) => {
      const [start, end] = [textOf(at('timeFrom')), textOf(at('timeTo'))]
      return { ...named(row, at), isPlanned: isPlanned(tables.legs, row), ...places(at),
        ...withoutUndefined({ start, end, day: start?.slice(0, 10) }) }
    }).filter(({ from, to }) => from !== undefined || to !== undefined),
    fares: rowsOf(tables.fares).map(({ row, at }) => ({
      ...named(row, at),
      isPlanned: isPlanned(tables.fares, row),
      ...places(at),
      ...withoutUndefined({ day: textOf(at('travelDate')), amount: textOf(at('invoiceAmount')) }),
    })),
    stays: rowsOf(tables.stays).filter(({ at }) => [at('invoiceAmount'), at('dayFrom')].some((held) => textOf(held) !== undefined)).map(
      ({ at }) => {
        const guests = at('traveller')
        return { guests: Array.isArray(guests) && guests.length > 0 ? guests.map(String) : [applicant],
          ...withoutUndefined({ from: textOf(at('dayFrom')), to: textOf(at('dayTo')) }) }
      },
    ),
  }
}

type RoleReader = (role: FieldRole) => unknown

const reader = (store: FormStore, table: string, row: FormValue): RoleReader => (role) =>
  row[keyAs(store.form.fields[table]?.columns ?? {}, role) ?? '']

function places(at: RoleReader): { from?: Place; to?: Place } {
  return withoutUndefined({ from: placeOf(at('placeFrom')), to: placeOf(at('placeTo')) })
}

const textOf = (held: unknown): string | undefined => (typeof held === 'string' && held !== '' ? held : undefined)
const placeOf = (held: unknown): Place | undefined => (Array.isArray(held) && held.length > 0 ? held.map(String) : undefined)
