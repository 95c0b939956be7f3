import { Suspense, useState } from 'react'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { amountFormat } from '#kernel/values/money.ts'
import { rowIdOf } from '#kernel/evaluate/rows.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { LaterModal, useModalPrefetch } from '#shell/dialogs/later-modal.ts'
import { useCurrency } from '#shell/form/sections/Field.tsx'
import { isAmount } from '#shell/form/table/columns.ts'
import { factsOf, type FieldEntry, isCardAmount, mustOf, RowFacts, RowTitle, titleOf } from '#shell/form/table/RowFacts.tsx'
import { useFormText } from '#shell/form/texts.ts'
import { ExceptionSign, RowExceptions, useIsRefused, useRowExceptions } from '#shell/parts/document/exceptions/RowExceptions.tsx'
import { isRowEnd, useRowSummaries } from '#shell/parts/document/slots.tsx'
import { Money } from '#shell/parts/Figures.tsx'
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
  const [amount, second] = mustOf(held.filter(([, column]) => isCardAmount(column)))
  const others = factsOf(held.filter(([key, column]) => !named.has(key) && !isAmount(column) && column.kind !== 'table'))
  return (
    <li data-place={`${table} ${index + 1}`} className={look || undefined}>
      <button type="button" className="plain oa-rowcard block wide" aria-label={t('row', { n: index + 1 })} onClick={onOpen}>
        <span className="oa-rowcard-line row gap-10 between">
          {exceptions.length > 0 && <ExceptionSign />}
          <strong className="cut">
            <RowTitle title={title} row={row} index={index} />
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
