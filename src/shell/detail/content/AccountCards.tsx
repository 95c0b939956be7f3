import { BankOutlined } from '@ant-design/icons'
import { Fragment, useState } from 'react'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { rowIdOf } from '#kernel/evaluate/rows.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { useCurrency } from '#shell/form/sections/Field.tsx'
import { isAmount } from '#shell/form/table/columns.ts'
import { Money } from '#shell/parts/Money.tsx'
import { RowMark } from '../rounds/ChangeMark.tsx'
import { OpenButton } from './OpenButton.tsx'
import { ReadFields } from './ReadFields.tsx'
import { RowValue } from './RowValue.tsx'
import './account-cards.css'

/** So many accounts are drawn as cards. */
const mostCards = 4

/** Returns whether the rows of a table are accounts that are paid to. */
export const holdsAccounts = ({ columns = {} }: FieldDefinition): boolean => Object.values(columns).some(({ masked }) => masked)

/** Returns whether they are so few that each is drawn as a card. */
export const areCards = (field: FieldDefinition, rows: readonly FormValue[]): boolean =>
  rows.length > 0 && rows.length <= mostCards && holdsAccounts(field)

interface AccountCardsProps {
  readonly table: string
  readonly columns: Fields
  readonly rows: readonly FormValue[]
}

/** Accounts for reading, a card each: holder and number, bank, and the amount where there are several; the rest opens. */
export function AccountCards({ table, columns, rows }: AccountCardsProps) {
  return (
    <ul className="oa-account-cards">
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
    <li>
      <span className="oa-account-sign" aria-hidden>
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
      {amount !== undefined && <Money value={row[amount] as string} currency={own} />}
      {rest.length > 0 && <OpenButton n={index + 1} isOpen={isOpen} onChange={setIsOpen} />}
      {isOpen && <ReadFields table={table} columns={columns} names={rest} row={row} />}
    </li>
  )
}

/**
 * The columns of an account by their places on its card: what it must have names it, what is left opens. The only one gets the whole
 * amount, which the page says already.
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
