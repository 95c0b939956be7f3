import { isDeepStrictEqual } from 'node:util'
import { type Event, system } from '#approval/event.ts'
import type { Round, RoundDifference } from '#approval/wire/timeline.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { disclosedFields } from '#kernel/fields/disclosure.ts'
import { isKeptBeside } from '#kernel/fields/kept-beside.ts'
import type { Fields, FieldDefinition } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { applyChanges } from '../lifecycle/changes.ts'
import { type Access, disclosedDifference } from './disclosed-values.ts'
import type { HistoryEntry } from '../timeline/record.ts'

/** A round with people as ids. */
type RoundOfIds = Round<string>

/**
 * The rounds of a history, oldest first.
 * @param access the reader's access to fields
 */
export function roundsOf(entries: readonly HistoryEntry[], form: Form, access: Access = () => 'full'): RoundOfIds[] {
  const fields = disclosedFields(fieldsOnScreen(form), access)
  const between = (before: FormValue, after: FormValue) =>
    differencesOf(fields, before, after).map((difference) => disclosedDifference(difference, access))
  let value: FormValue = {}
  let rounds: RoundOfIds[] = []
  const changeLast = (change: (round: RoundOfIds) => Partial<RoundOfIds>) => {
    rounds = rounds.map((each, index) => (index === rounds.length - 1 ? { ...each, ...change(each) } : each))
  }
  for (const { event, round } of entries) {
    if (event.type === 'started') {
      const filed = filedIn(event)
      rounds = [...rounds, { round, startedAt: clock(event), endedAt: null, changes: rounds.length > 0 ? between(value, filed) : [],
        edits: [] }]
      value = filed
    }
    if (event.type === 'valueChanged') {
      const changed = applyChanges(value, event.changes)
      const made = between(value, changed).map((difference) => ({ ...difference, by: event.by, at: clock(event),
        nodeId: event.node ?? null })
      )
      if (isByPerson(event)) changeLast(({ edits }) => ({ edits: [...edits, ...made] }))
      value = changed
    }
    if (endsRound(event)) changeLast(({ endedAt }) => ({ endedAt: endedAt ?? clock(event) }))
  }
  return rounds
}

/** False for values that the server, another document or another system wrote. */
const isByPerson = ({ by, from }: Extract<Event, { type: 'valueChanged' }>): boolean => by !== system && from === undefined

const clock = ({ at }: Event) => nowOf(new Date(at))

/** The filed value, which is stored in the event of filing. */
const filedIn = (event: Event): FormValue => (event as { readonly filed?: FormValue }).filed ?? {}

const endsRound = (event: Event): boolean =>
  ['completed', 'refused', 'revoked', 'voided'].includes(event.type) || (event.type === 'returned' && event.target === 'start')

/** Fields of which differences are shown: without those not on screen, tables of the server, and amounts in words. */
const fieldsOnScreen = ({ fields }: Form): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([, field]) =>
      field.section !== undefined && !(field.kind === 'table' && field.system) && !isKeptBeside(field)
    ),
  )

/** The differences between two values of the same fields; rows are compared by id, regardless of their position. */
function differencesOf(fields: Fields, before: FormValue, after: FormValue): RoundDifference[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    if (field.kind === 'table') return rowDifferences(key, field, { before: rowsAt(before, key), after: rowsAt(after, key) })
    return cellDifference({ field: key }, field, { before: before[key], after: after[key] })
  })
}

interface Rows {
  readonly before: readonly FormValue[]
  readonly after: readonly FormValue[]
}

function rowDifferences(key: string, { columns = {} }: FieldDefinition, rows: Rows): RoundDifference[] {
  const old = new Map(rows.before.map((row) => [rowIdOf(row), row]))
  const kept = new Set(rows.after.map(rowIdOf))
  return [
    ...rows.after.flatMap((row, index) => {
      const place = { row: rowIdOf(row) ?? '', rowNumber: index + 1 }
      const was = old.get(rowIdOf(row))
      if (!was) return [{ field: key, ...place, before: null, after: row }]
      return Object.entries(columns).flatMap(([column, field]) =>
        cellDifference({ field: `${key}.${column}`, ...place }, field, { before: was[column], after: row[column] })
      )
    }),
    ...rows.before.flatMap((row,
      index) => (kept.has(rowIdOf(row)) ? [] : [{ field: key, row: rowIdOf(row) ?? '', rowNumber: index + 1, before: row, after: null }])
    ),
  ]
}

function cellDifference(place: Pick<RoundDifference, 'field' | 'row' | 'rowNumber'>, field: FieldDefinition,
  { before, after }: { before: unknown; after: unknown }): RoundDifference[] {
  const { empty } = kindOf(field)
  if (isDeepStrictEqual(before, after) || (empty(before) && empty(after))) return []
  return [{ ...place, before: before ?? null, after: after ?? null }]
}
