import { Fragment, Suspense, useState } from 'react'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { rowIdOf } from '#kernel/evaluate/rows.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { LaterModal, useModalPrefetch } from '#shell/dialogs/later-modal.ts'
import { useCurrency } from '#shell/form/sections/Field.tsx'
import { isAmount } from '#shell/form/table/columns.ts'
import { RowFacts } from '#shell/form/table/RowFacts.tsx'
import { useFormText } from '#shell/form/text.ts'
import { useRowExceptions } from '#shell/parts/document/exceptions/exceptions.ts'
import { ExceptionSign, RowExceptions } from '#shell/parts/document/exceptions/RowExceptions.tsx'
import { isRowEnd, useRowSummaries } from '#shell/parts/document/row-summaries.ts'
import { Money } from '#shell/parts/Money.tsx'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { RowMark } from '../rounds/ChangeMark.tsx'
import { ReadFields } from './ReadFields.tsx'
import '#shell/form/table/table.css'

interface ReadCardsProps {
  /** Of the table field. */
  readonly table: string
  readonly columns: Fields
  readonly rows: readonly FormValue[]
}

/** Rows on a small screen: two lines each; a row opens to all of its values. */
export function ReadCards({ table, columns, rows }: ReadCardsProps) {
  const { t } = useFormText()
  const [open, setOpen] = useState<number>()
  useModalPrefetch()
  const row = open === undefined ? undefined : rows[open]
  return (
    <>
      <ul className="oa-rowcards">
        {rows.map((each, index) => (
          <ReadCard key={String(each['rowId'] ?? index)} table={table} columns={columns} row={each} index={index}
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

/** A row as a card: its subject and its amount above; up to three other values, and a second amount that differs, below. */
function ReadCard(
  { table, columns, row, index, onOpen }: { table: string; columns: Fields; row: FormValue; index: number; onOpen(): void },
) {
  const { t } = useFormText()
  const own = useCurrency()
  // the card is a button: files, which are opened by buttons of their own, are shown with the whole row
  const held = Object.entries(columns).filter(([key, column]) => column.kind !== 'attachment' && !kindOf(column).empty(row[key]))
  const exceptions = useRowExceptions({ table, rowId: rowIdOf(row), place: index + 1 })
  const summaries = useRowSummaries()
  const title = titleOf(held, (column) => isRowEnd(summaries, column))
  const named = new Set(title.map(([key]) => key))
  const [amount, second] = mustOf(held.filter(([, column]) => isAmount(column)))
  const others = mustOf(held.filter(([key, column]) => !named.has(key) && !isAmount(column) && column.kind !== 'table')).slice(0, 3)
  return (
    <li data-place={`${table} ${index + 1}`}>
      <button type="button" className="plain oa-rowcard" aria-label={t('row', { n: index + 1 })} onClick={onOpen}>
        <span className="oa-rowcard-line">
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
          {amount && <Money value={row[amount[0]] as string} currency={own} />}
        </span>
        <span className="oa-rowcard-line oa-rowcard-second">
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
      {label(field)} <Money value={row[key] as string} currency={own} />
    </span>
  )
}

type FieldEntry = readonly [string, FieldDefinition]

/** The cells that a row must have; else those that it must have at times; else all. */
function mustOf(held: readonly FieldEntry[]): readonly FieldEntry[] {
  const always = held.filter(([, { required }]) => required === true)
  if (always.length > 0) return always
  const atTimes = held.filter(([, { required }]) => required !== undefined)
  return atTimes.length > 0 ? atTimes : held
}

/** The cells that name a row: its two ends, else the one of `nameOf`. */
function titleOf(held: readonly FieldEntry[], isEnd: (column: FieldDefinition) => boolean): readonly FieldEntry[] {
  const ends = held.filter(([, column]) => isEnd(column))
  const name = ends.length === 2 ? undefined : nameOf(held)
  return name ? [name] : ends
}

/**
 * A text or a person that the row must have, else what was chosen, else any text. A row that leads from place to place is named by its
 * place.
 */
function nameOf(held: readonly FieldEntry[]): FieldEntry | undefined {
  const must = mustOf(held)
  const isWay = must.some(([, { kind }]) => kind === 'cascader')
  return must.find(([, { kind }]) => texts.has(kind) || (kind === 'person' && !isWay)) ?? must.find(([, { kind }]) => chosen.has(kind)) ??
    held.find(([, { kind }]) => kind === 'text') ?? must.find(([, column]) => !isAmount(column))
}

const texts: ReadonlySet<FieldDefinition['kind']> = new Set(['text', 'textarea'])
const chosen: ReadonlySet<FieldDefinition['kind']> = new Set(['select', 'cascader', 'reference'])
