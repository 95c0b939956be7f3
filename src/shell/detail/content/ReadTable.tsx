import { Button } from 'antd'
import { Fragment, Suspense, useRef, useState } from 'react'
import { PaperClipOutlined } from '@ant-design/icons'
import { summaryKind, summaryOf } from '#kernel/fields/summary.ts'
import type { ColumnGroup, FieldDefinition, Fields } from '#kernel/fields.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { usePart, useStore } from '#shell/form/store/use-store.ts'
import { type ColumnPlan, frameWidth, isNumeric, placeOfGroups, planColumns } from '#shell/form/table/columns.ts'
import { FootCells, SummaryFigure } from '#shell/form/table/FootRows.tsx'
import { useFormText } from '#shell/form/texts.ts'
import { useIsMobile, useWidth } from '#shell/parts/use-media.ts'
import { ExceptionSign, isConcerned, RowExceptions, useRowExceptions } from '#shell/parts/document/exceptions/RowExceptions.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { shortened, showsName } from '#shell/form/table/GroupCell.tsx'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { ReadCards, useRowLook } from './ReadCards.tsx'
import { ChangeMark, RowMark } from '../rounds/RoundsProvider.tsx'
import { AccountCards, areCards, OpenButton, ReadFields, RowValue } from './ReadFields.tsx'
import { useShownColumns } from './shown-columns.ts'
import { useDetailText } from '../texts.ts'

interface ReadTableProps {
  readonly table: string
  readonly field: FieldDefinition
  /** Switches to editing. */
  onChange?(): void
}

/** Pixels by which a read-only column is narrower than an input. */
const saved = 12

/** A read-only table: main columns, further columns in expanded rows, and totals. A few payee accounts are shown as cards. */
export function ReadTable({ table, field, onChange }: ReadTableProps) {
  const { t, label } = useFormText()
  const { form } = useStore()
  const isMobile = useIsMobile()
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame) || 820
  const rows = usePart((store) => store.value[table])
  const list = rowsAt({ [table]: rows }, table)
  const columns = useShownColumns(table, field.columns, list)
  const isAccounts = areCards(field, list)
  const plan = planColumns({ form, table, width: width + 20, frame: { whole: frameWidth.number, more: frameWidth.opener }, isGrouped: true,
    saved, isShown: (column) => Object.hasOwn(columns, column), isOpen: () => true, isRead: true })
  const place = placeOfGroups(plan.main, columns)
  const head = (column: string) =>
    columns[column] && (
      <th key={column} scope="col" className={isFigure(columns[column]) ? 'is-amount' : undefined}>{label(columns[column])}</th>
    )
  return (
    <div ref={frame} data-field={table}>
      <SectionTitle {...(!(isAccounts && list.length === 1) && { count: list.length })}
        action={onChange && <Button type="link" size="small" onClick={onChange}>{t('changeRows')}</Button>}
      >
        {label(field)}
      </SectionTitle>
      {isAccounts ?
        <AccountCards table={table} columns={columns} rows={list} /> :
        isMobile ?
        (
          <>
            <ReadCards table={table} field={field} columns={columns} rows={list} />
            <CardSummaries columns={columns} rows={list} />
          </>
        ) :
        (
          <table className="oa-readtable collapsed">
            <thead>
              <tr>
                <th scope="col">#</th>
                {plan.main.slice(0, place).map(head)}
                {plan.groups.map((group) => <th key={group.shows} scope="col">{label(group)}</th>)}
                {plan.main.slice(place).map(head)}
                {plan.rest.length > 0 && (
                  <th scope="col">
                    <span className="unseen">{t('details')}</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {list.map((row, index) => (
                <ReadRow key={String(row['rowId'] ?? index)} table={table} columns={columns} row={row} index={index} plan={plan}
                  field={field} />
              ))}
            </tbody>
            <Totals columns={columns} rows={list} plan={plan} />
          </table>
        )}
    </div>
  )
}

interface ReadRowProps {
  readonly table: string
  readonly columns: Fields
  readonly row: FormValue
  readonly index: number
  readonly plan: ColumnPlan
  readonly field: FieldDefinition
}

function ReadRow({ table, field, columns, row, index, plan }: ReadRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const cell = (column: string) => columns[column] && <RowValue table={table} column={column} field={columns[column]} row={row} />
  const n = index + 1
  const exceptions = useRowExceptions({ table, rowId: rowIdOf(row), place: n })
  const own = (column: string) => (
    <td key={column}
      className={[classOf(columns, row, column), isConcerned(exceptions, column) && 'is-exception'].filter(Boolean).join(' ')}
    >
      {cell(column)}
    </td>
  )
  const place = placeOfGroups(plan.main, columns)
  const look = useRowLook({ table, field, row, index })
  return (
    <Fragment>
      <tr
        className={[isOpen && 'is-open', look, exceptions.length > 0 && 'has-exceptions'].filter(
          Boolean,
        ).join(' ')}
        data-place={`${table} ${n}`}
      >
        <th scope="row" className="num">
          {exceptions.length > 0 ? <ExceptionSign /> : n}
          <RowMark table={table} row={rowIdOf(row)} />
        </th>
        {plan.main.slice(0, place).map(own)}
        {plan.groups.map((group) => (
          <td key={group.shows} className={isConcerned(exceptions, ...group.columns) ? 'is-exception' : undefined}>
            <ReadGroupCell table={table} group={group} columns={columns} row={row} />
          </td>
        ))}
        {plan.main.slice(place).map(own)}
        {plan.rest.length > 0 && (
          <td className="oa-readtable-more">
            <OpenButton n={n} isOpen={isOpen} onChange={setIsOpen} />
          </td>
        )}
      </tr>
      {exceptions.length > 0 && (
        <tr className={isOpen ? 'oa-exception-row has-exceptions' : 'oa-exception-row'}>
          <td />
          <td colSpan={plan.main.length + plan.groups.length + Number(plan.rest.length > 0)}>
            <RowExceptions exceptions={exceptions} />
          </td>
        </tr>
      )}
      {isOpen && (
        <tr className="oa-readtable-rest">
          <td colSpan={plan.main.length + plan.groups.length + 2}>
            <ReadFields table={table} columns={columns} names={plan.rest} row={row} />
          </td>
        </tr>
      )}
    </Fragment>
  )
}

/** Returns whether a column is a quantity, not an identifier such as a year. */
const isFigure = (field: FieldDefinition): boolean => isNumeric(field) && !field.isName

/** The CSS class of a cell; highlights an approved amount that differs from the requested one. */
function classOf(columns: Fields, row: FormValue, column: string): string | undefined {
  const field = columns[column]
  if (!field || !isFigure(field)) return undefined
  const claimedAmount = field.as === 'approvedAmount' ? row[field.default ?? ''] : undefined
  const isCut = claimedAmount !== undefined && claimedAmount !== row[column]
  return isCut ? 'is-amount is-cut' : 'is-amount'
}

/** On a small screen, the figures that columns declare; the sum of amounts is that of the document. */
function CardSummaries({ columns, rows }: { columns: Fields; rows: readonly FormValue[] }) {
  const { label } = useFormText()
  const declared = Object.entries(columns).filter(([, { summary = 'none' }]) => summary !== 'none')
  if (rows.length < 2) return null
  return (
    <>
      {declared.map(([key, field]) => {
        const figure = summaryOf(field, rows.map((row) => row[key]))
        return figure !== null && (
          <p key={key} className="row gap-8 flat small">
            <span className="third">{label(field)}</span>
            <SummaryFigure field={field} figure={figure} />
          </p>
        )
      })}
    </>
  )
}

function Totals({ columns, rows, plan }: { columns: Fields; rows: readonly FormValue[]; plan: ColumnPlan }) {
  const { t } = useFormText()
  const summed = plan.main.filter((column) => columns[column] && summaryKind(columns[column]))
  if (summed.length === 0 || rows.length < 2) return null
  const figure = (column: string) => {
    const field = columns[column]
    const summary = field && summaryOf(field, rows.map((row) => row[column]))
    return field && summary && <SummaryFigure field={field} figure={summary} />
  }
  return (
    <tfoot>
      <tr>
        <FootCells main={plan.main} place={placeOfGroups(plan.main, columns)} groups={plan.groups.length} summed={summed}
          head={t('total', { count: rows.length })} figure={figure} />
        {plan.rest.length > 0 && <td />}
      </tr>
    </tfoot>
  )
}

interface ReadGroupCellProps {
  readonly table: string
  readonly group: ColumnGroup
  readonly columns: Fields
  readonly row: FormValue
}

/** A group of columns in one cell: the column in `shows`, else the first choice, and an icon if there are files. */
function ReadGroupCell({ table, group, columns, row }: ReadGroupCellProps) {
  const { t } = useDetailText()
  const held = group.columns.filter((column) => columns[column] && !kindOf(columns[column]).empty(row[column]))
  const shown = row[group.shows]
  const choice = held.find((column) => columns[column]?.kind === 'select')
  const field = columns[group.shows]
  if (typeof shown !== 'string' || !field || !held.includes(group.shows)) {
    return choice === undefined ? <span className="oa-nothing">—</span> : (
      <span className="oa-readtable-choice">
        <Suspense>
          <FieldCell field={columns[choice]!} value={row[choice]} record={row} />
        </Suspense>
      </span>
    )
  }
  const hasFiles = held.some((column) => columns[column]?.kind === 'attachment')
  return (
    <span className="oa-readtable-group">
      {showsName(field)
        ? (
          <span className="cut">
            <Suspense>
              <FieldCell field={field} value={shown} record={row} />
            </Suspense>
          </span>
        )
        : <span className="num" title={shown}>{shortened(shown)}</span>}
      {hasFiles && <PaperClipOutlined className="oa-readtable-files left-6" aria-label={t('files')} />}
      <ChangeMark path={`${table}.${group.shows}`} row={rowIdOf(row)} field={field} />
    </span>
  )
}
