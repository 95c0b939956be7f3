import { Fragment, Suspense, useState } from 'react'
import { BankOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { amountFormat } from '#kernel/values/money.ts'
import { rowIdOf } from '#kernel/evaluate/rows.ts'
import { isMaskedText, maskedText } from '#kernel/values/masked-text.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { useFormText } from '#shell/form/texts.ts'
import { useCurrency } from '#shell/form/sections/Field.tsx'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { isAmount } from '#shell/form/table/columns.ts'
import { Money } from '#shell/parts/Figures.tsx'
import { AccountNumber } from '../accounts/AccountNumber.tsx'
import { ChangeMark, RowMark } from '../rounds/RoundsProvider.tsx'
import './account-cards.css'

interface ReadFieldsProps {
  readonly table: string
  readonly columns: Fields
  readonly names: readonly string[]
  readonly row: FormValue
}

/** Read-only columns of a row with labels. */
export function ReadFields({ table, columns, names, row }: ReadFieldsProps) {
  const { label } = useFormText()
  return (
    <div className="oa-grid oa-read grid">
      {names.map((column) =>
        columns[column] && (
          <div key={column} className="oa-read-field narrow">
            <span className="oa-field-label">{label(columns[column])}</span>
            <div>
              <RowValue table={table} column={column} field={columns[column]} row={row} />
            </div>
          </div>
        )
      )}
    </div>
  )
}

interface RowValueProps {
  readonly table: string
  readonly column: string
  readonly field: FieldDefinition
  readonly row: FormValue
}

/** A read-only cell, marked if it has changed. */
export function RowValue({ table, column, field, row }: RowValueProps) {
  const own = useCurrency()
  const currency = amountFormat(field, own)
  const value = row[column]
  return (
    <>
      {field.masked && typeof value === 'string' && value !== ''
        ? (
          <AccountNumber field={`${table}.${column}`} row={rowIdOf(row)}
            {...(isMaskedText(value) ? { masked: value } : { masked: maskedText(value), known: value })} />
        )
        : (
          <Suspense>
            <FieldCell field={field} value={value} record={row} currency={currency} />
          </Suspense>
        )}
      <ChangeMark path={`${table}.${column}`} row={rowIdOf(row)} field={field} currency={currency} />
    </>
  )
}

/** Maximum number of accounts shown as cards. */
const mostCards = 4

/** Returns whether the rows of a table are payee accounts, i.e. have a masked column. */
export const holdsAccounts = ({ columns = {} }: FieldDefinition): boolean => Object.values(columns).some(({ masked }) => masked)

/** Returns whether the accounts are few enough to be shown as cards. */
export const areCards = (field: FieldDefinition, rows: readonly FormValue[]): boolean =>
  rows.length > 0 && rows.length <= mostCards && holdsAccounts(field)

interface AccountCardsProps {
  readonly table: string
  readonly columns: Fields
  readonly rows: readonly FormValue[]
}

/** Read-only payee accounts as cards: holder, number, bank, and the amount if there are several; the rest can be expanded. */
export function AccountCards({ table, columns, rows }: AccountCardsProps) {
  return (
    <ul className="oa-account-cards grid gap-8-16 top-4">
      {rows.map((row, index) => (
        <Card key={String(row['rowId'] ?? index)} table={table} columns={columns} row={row} index={index} isOne={rows.length === 1} />
      ))}
    </ul>
  )
}

interface CardProps extends Omit<AccountCardsProps, 'rows'> {
  readonly row: FormValue
  readonly index: number
  readonly isOne: boolean
}

function Card({ table, columns, row, index, isOne }: CardProps) {
  const own = useCurrency()
  const [isOpen, setIsOpen] = useState(false)
  const { holder, number, choices, amount, rest } = partsOf(columns, row, isOne)
  const value = (column: string) => columns[column] && <RowValue table={table} column={column} field={columns[column]} row={row} />
  return (
    <li className="row round-8 wrap pad-8-12">
      <span className="oa-account-sign row on-grey round-6 rigid high-32 centred" aria-hidden>
        <BankOutlined />
      </span>
      <div>
        <p>
          {holder !== undefined && <strong>{value(holder)}</strong>}
          {number !== undefined && value(number)}
          <RowMark table={table} row={rowIdOf(row)} />
        </p>
        <p className="oa-account-choices">
          {choices.map((column, at) => <Fragment key={column}>{at > 0 && ' · '}{value(column)}</Fragment>)}
        </p>
      </div>
      {amount !== undefined && columns[amount] && (
        <Money value={row[amount] as string} precision={columns[amount].precision} currency={amountFormat(columns[amount], own)} />
      )}
      {rest.length > 0 && <OpenButton n={index + 1} isOpen={isOpen} onChange={setIsOpen} />}
      {isOpen && <ReadFields table={table} columns={columns} names={rest} row={row} />}
    </li>
  )
}

/**
 * Assigns an account's columns to places on its card: required ones to the title, the remaining ones to the expanded part. A single account
 * has no amount, because it equals the document's.
 */
function partsOf(columns: Fields, row: FormValue, isOne: boolean) {
  const held = Object.entries(columns).filter(([key, column]) => !kindOf(column).empty(row[key]))
  const keyOf = (is: (field: FieldDefinition) => boolean) => held.find(([, field]) => is(field))?.[0]
  const number = keyOf(({ masked }) => masked === true)
  const holder = keyOf(({ kind, required, masked }) => kind === 'text' && required === true && !masked)
  const choices = held.filter(([, { kind, required }]) => kind === 'select' && required === true).map(([key]) => key)
  const amount = isOne ? undefined : keyOf(isAmount)
  const placed = new Set([number, holder, amount, ...choices])
  return { number, holder, choices, amount, rest: held.filter(([key, { fillsIn }]) => !placed.has(key) && !fillsIn).map(([key]) => key) }
}

interface OpenButtonProps {
  /** Row number, from 1. */
  readonly n: number
  readonly isOpen: boolean
  onChange(isOpen: boolean): void
}

/** Expands and collapses the remaining values of a row. */
export function OpenButton({ n, isOpen, onChange }: OpenButtonProps) {
  const { t } = useFormText()
  return (
    <Button type="text" size="small" icon={isOpen ? <UpOutlined /> : <DownOutlined />} aria-expanded={isOpen}
      aria-label={t(isOpen ? 'closeRow' : 'openRow', { n })} onClick={() => onChange(!isOpen)} />
  )
}
