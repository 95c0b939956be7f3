import { Fragment } from 'react'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { KindTraits } from '#kernel/kinds/kind.ts'
import { isOneLine, kindOf } from '#kernel/kinds/registry.ts'
import { isMaskedText, maskedText } from '#kernel/values/masked-text.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { useFormText } from '../texts.ts'
import { isAmount } from './columns.ts'

/** A column with its key. */
export type FieldEntry = readonly [string, FieldDefinition]

/** Values of a row next to each other, on its card; numbers and booleans are labelled. */
export function RowFacts({ facts, row }: { readonly facts: readonly FieldEntry[]; readonly row: FormValue }) {
  const { label } = useFormText()
  return (
    <span className="oa-rowcard-facts cut second grow">
      {facts.map(([key, column]) => (
        <span key={key}>
          {kindOf(column).needsLabel && <small>{label(column)}</small>}
          <FieldCell field={column} value={shownOf(column, row[key])} record={row} />
        </span>
      ))}
    </span>
  )
}

/** The displayed value; account numbers are masked. */
const shownOf = ({ masked }: FieldDefinition,
  value: unknown): unknown => (masked && typeof value === 'string' && !isMaskedText(value) ? maskedText(value) : value)

interface RowTitleProps {
  /** Columns from `titleOf`. */
  readonly title: readonly FieldEntry[]
  readonly row: FormValue
  /** From 0. */
  readonly index: number
}

/** The title of a row's card: its name or its two ends, else its number. */
export function RowTitle({ title, row, index }: RowTitleProps) {
  const { t } = useFormText()
  if (title.length === 0) return t('row', { n: index + 1 })
  return title.map(([key, column], at) => (
    <Fragment key={key}>
      {at > 0 && ' → '}
      <FieldCell field={column} value={row[key]} record={row} />
    </Fragment>
  ))
}

/** The cells of always required columns, else of conditionally required ones, else all. */
export function mustOf(held: readonly FieldEntry[]): readonly FieldEntry[] {
  const always = held.filter(([, { required }]) => required === true)
  if (always.length > 0) return always
  const atTimes = held.filter(([, { required }]) => required !== undefined)
  return atTimes.length > 0 ? atTimes : held
}

/** The cells that a card shows beside its title and amount: required ones, and quantities that are required at times. */
export function factsOf(held: readonly FieldEntry[]): readonly FieldEntry[] {
  const shown = held.filter(([, field]) => field.required === true || (field.required !== undefined && kindOf(field).isFigure === true))
  return (shown.length > 0 ? shown : mustOf(held)).slice(0, 3)
}

/** Returns whether a column is an amount of its row; a unit price that the server fills in is none. */
export const isCardAmount = (column: FieldDefinition): boolean => isAmount(column) && !(column.system === true && column.each === true)

/** The cells that title a row: its two ends, else the cell from `nameOf`. */
export function titleOf(held: readonly FieldEntry[], isEnd: (column: FieldDefinition) => boolean): readonly FieldEntry[] {
  const ends = held.filter(([, column]) => isEnd(column))
  const name = ends.length === 2 ? undefined : nameOf(held)
  return name ? [name] : ends
}

/** Returns whether a field is a record of master data, which has a name of its own. */
const isRecord = ([, field]: FieldEntry): boolean => {
  const { holds, namesRow } = kindOf(field)
  return holds === 'id' && namesRow === 'choice'
}

/** Returns whether a text is a code or a description rather than a name. */
const isNoName = ([, field]: FieldEntry): boolean => field.pattern !== undefined || kindOf(field).room === 'long'

/**
 * The cell that titles a row: a required text or person, else a required choice, else any single-line text. A record of master data comes
 * before codes and descriptions; for a row with places, a person is skipped.
 */
function nameOf(held: readonly FieldEntry[]): FieldEntry | undefined {
  const must = mustOf(held)
  const isWay = must.some(([, field]) => kindOf(field).subject === 'place')
  const named = (name: KindTraits['namesRow']) => ([, field]: FieldEntry) => kindOf(field).namesRow === name
  const record = must.find(isRecord)
  const isWords = (entry: FieldEntry) => named('words')(entry) && (record === undefined || !isNoName(entry))
  return must.find((entry) => isWords(entry) || (named('person')(entry) && !isWay)) ?? record ?? must.find(named('choice')) ??
    held.find(([, field]) => isOneLine(field)) ?? must.find(([, column]) => !isAmount(column))
}
