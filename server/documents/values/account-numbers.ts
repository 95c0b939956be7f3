import { isMaskedText, maskedText } from '#kernel/values/masked-text.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import { isRow, rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Caller } from '#server/identity/caller.ts'

/** The initiator and the applicant of a document. */
export interface DocumentOwners {
  readonly starter: string
  readonly applicant: string
}

/**
 * Returns whether a person sees full account numbers of a document, on screen and in print: its initiator, its applicant, and those who
 * pay it.
 */
export const mayReadAccounts = ({ paidBy = [] }: Pick<Form, 'paidBy'>, { starter, applicant }: DocumentOwners,
  { id, roles }: Pick<Caller, 'id' | 'roles'>): boolean => [starter, applicant].includes(id) || paidBy.some((role) => roles.includes(role))

/** Paths of the fields with account numbers: `payeeLines.proceedsAccount`. */
export const accountPaths = (fields: Fields): string[] =>
  Object.entries(fields).flatMap((
    [key, { masked, columns = {} }],
  ) => [...(masked ? [key] : []), ...columnsOf(columns).map((column) => `${key}.${column}`)])

/**
 * Restores masked account numbers: where the client sends back only the last four digits of the stored number, the stored number is kept.
 */
export function withStoredAccounts(fields: Fields, before: FormValue, incoming: FormValue): FormValue {
  const restored = Object.entries(fields).flatMap(([key, { masked, columns }]): [string, unknown][] => {
    if (masked) return repeats(before[key], incoming[key]) ? [[key, before[key]]] : []
    const accounts = columnsOf(columns)
    const rows = incoming[key]
    if (accounts.length === 0 || !Array.isArray(rows)) return []
    const stored = new Map(rowsAt(before, key).map((row) => [rowIdOf(row), row]))
    return [[key, rows.map((row: unknown) => (isRow(row) ? withStored(accounts, stored.get(rowIdOf(row)) ?? {}, row) : row))]]
  })
  return { ...incoming, ...Object.fromEntries(restored) }
}

/** Problems of account numbers of which only the last four digits were sent. */
export function partialAccounts(fields: Fields, value: FormValue): FieldProblem[] {
  const asProblem = (field: string): FieldProblem => ({ field, code: 'documents.partialAccount', level: 'block' })
  return Object.entries(fields).flatMap(([key, { masked, columns }]) => {
    if (masked) return isMaskedText(value[key]) ? [asProblem(key)] : []
    const accounts = columnsOf(columns)
    return rowsAt(value, key).flatMap((row, index) =>
      accounts.filter((column) => isMaskedText(row[column])).map((column) => asProblem(`${key}.${index}.${column}`))
    )
  })
}

const columnsOf = (columns: Readonly<Record<string, FieldDefinition>> = {}): string[] =>
  Object.entries(columns).flatMap(([column, { masked }]) => (masked ? [column] : []))

const withStored = (accounts: readonly string[], before: FormValue, row: FormValue): FormValue => ({ ...row,
  ...Object.fromEntries(accounts.filter((column) => repeats(before[column], row[column])).map((column) => [column, before[column]])) })

const repeats = (before: unknown, sent: unknown): boolean => typeof before === 'string' && isMaskedText(sent) && maskedText(before) === sent
