import { CopyOutlined, DeleteOutlined, ExclamationCircleFilled, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { memo, Suspense, useState } from 'react'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { amountFormat } from '#kernel/values/money.ts'
import { LaterModal, useModalPrefetch } from '#shell/dialogs/later-modal.ts'
import { Money } from '#shell/parts/Figures.tsx'
import { ExceptionSign, RowExceptions, useIsRefused, useRowExceptions } from '#shell/parts/document/exceptions/RowExceptions.tsx'
import { isRowAmount, isRowEnd, useRowSummaries } from '#shell/parts/document/slots.tsx'
import { Field, useCurrency } from '../sections/Field.tsx'
import { dropBlankRows } from '../store/blank-rows.ts'
import { nameOfCell } from '../store/cell.ts'
import { isUncutAmount } from '../store/problems.ts'
import { sameList, usePart, useStore } from '../store/use-store.ts'
import { FormContext } from '../FormContext.tsx'
import { useFormText } from '../texts.ts'
import { isAmount } from './columns.ts'
import { openProblems } from './GroupCell.tsx'
import { factsOf, isCardAmount, RowFacts, RowTitle, titleOf } from './RowFacts.tsx'
import { type ShownRow, useIsFetched, useRowActions } from './use-table.ts'

/** The row to be entered next: the one added last, or an existing blank one. A new object each time. */
export interface AddedRow {
  readonly rowId: string
}

interface RowCardsProps {
  readonly table: string
  readonly field: FieldDefinition
  readonly rows: readonly ShownRow[]
  readonly isFree: boolean
  readonly added: AddedRow | undefined
}

/** Number of cards rendered initially, and added per click on "more". */
const cardsAtATime = 100

/** Rows on a small screen as cards; a tap opens a full-screen editor. */
export function RowCards({ table, field, rows, isFree, added }: RowCardsProps) {
  const { t } = useFormText()
  const [edited, setEdited] = useEdited(added)
  const [most, setMost] = useState(cardsAtATime)
  useModalPrefetch()
  const at = edited === undefined ? -1 : rows.findIndex(({ rowId }) => rowId === edited)
  const line = rows[at]
  if (rows.length === 0) return <p className="oa-rowtable-none">{t('noRows')}</p>
  return (
    <>
      <ul className="oa-rowcards">
        {rows.slice(0, most).map(({ rowId, index }) => (
          <RowCard key={rowId} table={table} columns={field.columns ?? {}} rowId={rowId} index={index} onEdit={setEdited} />
        ))}
      </ul>
      {rows.length > most && (
        <Button block onClick={() => setMost(most + cardsAtATime)}>{t('moreRows', { count: rows.length - most })}</Button>
      )}
      <Suspense>
        {line && (
          <RowEditor table={table} columns={field.columns ?? {}} rowId={line.rowId} index={line.index} isFree={isFree}
            next={rows[at + 1]?.rowId} onGo={setEdited} />
        )}
      </Suspense>
    </>
  )
}

/** Id of the row in the editor; a newly added row is opened. */
function useEdited(added: AddedRow | undefined) {
  const [edited, setEdited] = useState<string>()
  const [lastAdded, setLastAdded] = useState(added)
  if (lastAdded !== added) {
    setLastAdded(added)
    setEdited(added?.rowId)
  }
  return [edited, setEdited] as const
}

interface RowCardProps {
  readonly table: string
  readonly columns: Fields
  readonly rowId: string
  readonly index: number
  onEdit(rowId: string): void
}

/** The exceptions of a row, or only their icon. */
function CardExceptions({ table, rowId, index, isSign }: { table: string; rowId: string; index: number; isSign?: boolean }) {
  const exceptions = useRowExceptions({ table, rowId, place: index + 1 })
  if (exceptions.length === 0) return null
  return isSign ? <ExceptionSign /> : <RowExceptions exceptions={exceptions} />
}

/** A row as a card: its name or two ends as title, its amount on the right, up to three other values below. */
const RowCard = memo(function RowCard({ table, columns, rowId, index, onEdit }: RowCardProps) {
  const { t } = useFormText()
  const own = useCurrency()
  const row = usePart((store) => rowsAt(store.value, table).find((each) => rowIdOf(each) === rowId)) ?? {}
  const isWrong = usePart((store) =>
    Object.keys(columns).some((column) => store.problemAt(nameOfCell({ key: table, rowId, column }))?.level === 'block')
  )
  const lacking = usePart((store) => openProblems(store, table, rowId, Object.keys(columns)))
  const entries = Object.entries(columns)
  const summaries = useRowSummaries()
  const held = entries.filter(([key, column]) => column.kind !== 'attachment' && !kindOf(column).empty(row[key]))
  const title = titleOf(held, (column) => isRowEnd(summaries, column))
  const named = new Set(title.map(([key]) => key))
  const amount = entries.find(([, column]) => isRowAmount(summaries, column)) ??
    entries.find(([key, column]) => isCardAmount(column) && (column.required === true || !kindOf(column).empty(row[key])))
  const others = factsOf(held.filter(([key, column]) => !named.has(key) && !isAmount(column) && column.kind !== 'table'))
  return (
    <li data-place={`${table} ${index + 1}`} className={useIsRefused(table, index + 1) ? 'is-refused' : undefined}>
      <button type="button" className="plain oa-rowcard block wide" aria-label={t('editRow', { n: index + 1 })}
        onClick={() => onEdit(rowId)}
      >
        <span className="oa-rowcard-line row gap-10 between">
          <CardExceptions table={table} rowId={rowId} index={index} isSign />
          <strong className="cut fill">
            <RowTitle title={title} row={row} index={index} />
          </strong>
          {amount && (
            <Money value={row[amount[0]] as string | null} precision={amount[1].precision} currency={amountFormat(amount[1], own)} />
          )}
        </span>
        <span className="oa-rowcard-line row gap-10 between">
          <RowFacts facts={others} row={row} />
          {lacking > 0 && (
            <span className={isWrong ? 'oa-rowcard-left is-wrong second rigid' : 'oa-rowcard-left second rigid'}>
              {isWrong && <ExclamationCircleFilled aria-hidden />} {t('toFill', { n: lacking })}
            </span>
          )}
          <RightOutlined aria-hidden />
        </span>
        <CardExceptions table={table} rowId={rowId} index={index} />
      </button>
    </li>
  )
})

interface RowEditorProps extends Omit<RowCardProps, 'onEdit'> {
  readonly isFree: boolean
  readonly next: string | undefined
  onGo(rowId: string | undefined): void
}

/** The full-screen editor of a row. */
function RowEditor({ table, columns, rowId, index, isFree, next, onGo }: RowEditorProps) {
  const store = useStore()
  const { t, label } = useFormText()
  const actions = useRowActions(table)
  const isFetched = useIsFetched(table)
  const acceptances = new Set(store.form.rules.map(({ acceptedBy }) => acceptedBy))
  const following = usePart((current) => Object.keys(columns).filter((column) => isUncutAmount(current, table, column)), sameList)
  const close = () => {
    for (const column of Object.keys(columns)) store.leave({ key: table, rowId, column })
    onGo(undefined)
    dropBlankRows(store, nameOfCell({ key: table, rowId }))
  }
  const n = index + 1
  const name = store.form.fields[table]
  // an approver first finds what their node opens
  const ordered = Object.entries(columns).toSorted(([one], [other]) =>
    Number(store.editable(`${table}.${other}`)) - Number(store.editable(`${table}.${one}`))
  )
  return (
    <LaterModal open className="oa-roweditor" title={`${name ? label(name) : ''} ${n}`} onCancel={close} maskClosable={false}
      footer={
        <div className="oa-roweditor-footer flex gap-8">
          {isFree && (
            <Button icon={<DeleteOutlined />} aria-label={t('removeRow', { n })} onClick={() => {
              onGo(undefined)
              actions.remove(rowId)
            }} />
          )}
          {isFree && !isFetched && (
            <Button icon={<CopyOutlined />} aria-label={t('copyRow', { n })} onClick={() => onGo(actions.copy(rowId))} />
          )}
          {next !== undefined && <Button onClick={() => onGo(next)}>{t('nextRow')}</Button>}
          <Button type="primary" className="oa-bar-main" onClick={close}>{t('done')}</Button>
        </div>
      }
    >
      <FormContext row={{ key: table, rowId }}>
        <div className="oa-grid grid" key={rowId}>
          {ordered.map(([column, field]) =>
            !acceptances.has(column) && !following.includes(column) && (
              <Field key={column} field={field} cell={{ key: table, rowId, column }} />
            )
          )}
        </div>
      </FormContext>
    </LaterModal>
  )
}
