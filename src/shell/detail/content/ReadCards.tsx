import { Fragment, Suspense, useState } from 'react'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { amountFormat } from '#kernel/values/money.ts'
import { rowIdOf } from '#kernel/evaluate/rows.ts'
import { isOneLine, kindOf } from '#kernel/kinds/registry.ts'
import type { KindTraits } from '#kernel/kinds/kind.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { LaterModal, useModalPrefetch } from '#shell/dialogs/later-modal.ts'
import { useCurrency } from '#shell/form/sections/Field.tsx'
import { isAmount } from '#shell/form/table/columns.ts'
import { RowFacts } from '#shell/form/table/RowFacts.tsx'
import { useFormText } from '#shell/form/text.ts'
import { ExceptionSign, RowExceptions, useIsRefused, useRowExceptions } from '#shell/parts/document/exceptions/RowExceptions.tsx'
import { isRowEnd, useRowSummaries } from '#shell/parts/document/slots.tsx'
import { Money } from '#shell/parts/Figures.tsx'
import { FieldCell } from '#shell/resource/renderers.tsx'
import '#shell/form/table/table.css'
import { RowMark } from '../rounds/RoundsProvider.tsx'
import { ReadFields } from './ReadFields.tsx'

interface ReadCardsProps {
  /** Key of the table. */
  readonly table: string
  readonly field: FieldDefinition
  readonly columns: Fields
  readonly rows: readonly FormValue[]
}

/** Read-only rows on a small screen: two lines each; a tap shows all values. */
export function ReadCards({ table, field, columns, rows }: ReadCardsProps) {
  const { t } = useFormText()
  const [open, setOpen] = useState<number>()
  useModalPrefetch()
  const row = open === undefined ? undefined : rows[open]
  return (
    <>
      <ul className="oa-rowcards">
        {rows.map((each, index) => (
          <ReadCard key={String(each['rowId'] ?? index)} table={table} columns={columns} row={each} index={index} field={field}
            onOpen={() => setOpen(index)} />
        ))}
      </ul>
      <Suspense>
        {row && (
          <LaterModal open title={t('row', { n: (open ?? 0) + 1 })} footer={null} onCancel={() => setOpen(undefined)}>
            <ReadFields table={table} columns={columns} names={Object.keys(columns).filter((column) =>
              !kindOf(columns[column]!).empty(row[column])
            )} row={row} />
          </LaterModal>
        )}
      </Suspense>
    </>
  )
}

/** A row as a card: title and amount on top; below, up to three other values and a second, different amount. */
function ReadCard(
  { table, field, columns, row, index, onOpen }: { table: string; field: FieldDefinition; columns: Fields; row: FormValue; index: number;
    onOpen(): void },
) {
  const { t } = useFormText()
  const own = useCurrency()
  // the card is a button, which must not contain the buttons of files; these are shown with the whole row
  const held = Object.entries(columns).filter(([key, column]) => column.kind !== 'attachment' && !kindOf(column).empty(row[key]))
  const exceptions = useRowExceptions({ table, rowId: rowIdOf(row), place: index + 1 })
  const look = useRowLook({ table, field, row, index })
  const summaries = useRowSummaries()
  const title = titleOf(held, (column) => isRowEnd(summaries, column))
  const named = new Set(title.map(([key]) => key))
  const [amount, second] = mustOf(held.filter(([, column]) => isAmount(column)))
  const others = mustOf(held.filter(([key, column]) => !named.has(key) && !isAmount(column) && column.kind !== 'table')).slice(0, 3)
  return (
    <li data-place={`${table} ${index + 1}`} className={look || undefined}>
      <button type="button" className="plain oa-rowcard block wide" aria-label={t('row', { n: index + 1 })} onClick={onOpen}>
        <span className="oa-rowcard-line row gap-10 between">
          {exceptions.length > 0 && <ExceptionSign />}
          <strong className="cut">
            {title.length === 0 && t('row', { n: index + 1 })}
            {title.map(([key, column], at) => (
              <Fragment key={key}>
                {at > 0 && ' → '}
                <FieldCell field={column} value={row[key]} record={row} />
              </Fragment>
            ))}
          </strong>
          <RowMark table={table} row={rowIdOf(row)} />
          {amount && <Money value={row[amount[0]] as string} precision={amount[1].precision} currency={amountFormat(amount[1], own)} />}
        </span>
        <span className="oa-rowcard-line oa-rowcard-second row gap-10 between">
          <RowFacts facts={others} row={row} />
          {second && <Second column={second} row={row} other={amount?.[0]} />}
        </span>
        {exceptions.length > 0 && <RowExceptions exceptions={exceptions} />}
      </button>
    </li>
  )
}

function Second({ column: [key, field], row, other }: { column: FieldEntry; row: FormValue; other: string | undefined }) {
  const { label } = useFormText()
  const own = useCurrency()
  return row[key] === row[other ?? ''] ? null : (
    <span>
      {label(field)} <Money value={row[key] as string} precision={field.precision} currency={amountFormat(field, own)} />
    </span>
  )
}

type FieldEntry = readonly [string, FieldDefinition]

/** The cells of always required columns, else of conditionally required ones, else all. */
function mustOf(held: readonly FieldEntry[]): readonly FieldEntry[] {
  const always = held.filter(([, { required }]) => required === true)
  if (always.length > 0) return always
  const atTimes = held.filter(([, { required }]) => required !== undefined)
  return atTimes.length > 0 ? atTimes : held
}

/** The cells that title a row: its two ends, else the cell from `nameOf`. */
function titleOf(held: readonly FieldEntry[], isEnd: (column: FieldDefinition) => boolean): readonly FieldEntry[] {
  const ends = held.filter(([, column]) => isEnd(column))
  const name = ends.length === 2 ? undefined : nameOf(held)
  return name ? [name] : ends
}

/**
 * The cell that titles a row: a required text or person, else a required choice, else any single-line text. For a row with places, a person
 * is skipped.
 */
function nameOf(held: readonly FieldEntry[]): FieldEntry | undefined {
  const must = mustOf(held)
  const isWay = must.some(([, field]) => kindOf(field).subject === 'place')
  const named = (name: KindTraits['namesRow']) => ([, field]: FieldEntry) => kindOf(field).namesRow === name
  return must.find((entry) => named('words')(entry) || (named('person')(entry) && !isWay)) ?? must.find(named('choice')) ??
    held.find(([, field]) => isOneLine(field)) ?? must.find(([, column]) => !isAmount(column))
}

interface ReadRowLook {
  readonly table: string
  readonly field: Pick<FieldDefinition, 'struckBy'>
  readonly row: FormValue
  /** From 0. */
  readonly index: number
}

/** The classes of a row that is read: one that counts no more is struck out, one that another system refused is marked. */
export function useRowLook({ table, field: { struckBy }, row, index }: ReadRowLook): string {
  const looks = { 'is-struck': struckBy !== undefined && row[struckBy] === true, 'is-refused': useIsRefused(table, index + 1) }
  return Object.entries(looks).flatMap(([name, holds]) => (holds ? [name] : [])).join(' ')
}
