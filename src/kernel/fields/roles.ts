import type { FieldDefinition, FieldRole, Fields } from '../fields.ts'
import { memoize } from '../memoize.ts'
import type { HostRole } from './definition.ts'

/** Key of the header's field in a role. */
export const keyAs = (fields: Fields, role: FieldRole): string | undefined => keysByRole(fields).get(role)

/** Key of the header's first field that refers to records of a kind, by the name under which a resource offers them. */
export const keyTo = (fields: Fields, to: string): string | undefined => Object.keys(fields).find((key) => fields[key]?.to === to)

/** Paths of the fields in a role, of the header and of rows: `bearingDept`, `items.bearingDept`. */
export const pathsAs = (fields: Fields, role: FieldRole): readonly string[] => pathsByRole(fields).get(role) ?? []

const keysByRole = memoize((fields: Fields) => {
  const keys = new Map<FieldRole, string>()
  for (const [key, { as }] of Object.entries(fields)) if (as !== undefined && !keys.has(as)) keys.set(as, key)
  return keys
})

const pathsByRole = memoize((fields: Fields) => {
  const paths = new Map<FieldRole, string[]>()
  const add = (role: FieldRole | undefined, path: string) => {
    if (role !== undefined) paths.set(role, [...(paths.get(role) ?? []), path])
  }
  for (const [key, field] of Object.entries(fields)) {
    add(field.as, key)
    for (const [column, inner] of Object.entries(field.columns ?? {})) add(inner.as, `${key}.${column}`)
  }
  return paths
})

/** Name by which flows know every department that bears a part of a document, whatever the fields are called. */
export const bearingDepartments = 'expenseDeptIdList'

interface RoleHolder {
  readonly kinds: readonly FieldDefinition['kind'][]
  /** True where rows have it. */
  readonly inRows: boolean
  /** Fields of one block are drawn together, by the module that fills the slot of this name. */
  readonly block?: string
}

/** The kind of field that each role of the framework is given to. */
export const roleHolders: Readonly<Record<HostRole, RoleHolder>> = {
  bearingDepartment: { kinds: ['department'], inRows: true },
  exchangeRate: { kinds: ['number'], inRows: false },
  overBudgetRows: { kinds: ['table'], inRows: false, block: 'budget' },
  overBudgetExplanation: { kinds: ['textarea'], inRows: false, block: 'budget' },
  explanations: { kinds: ['table'], inRows: false },
  approvedAmount: { kinds: ['money'], inRows: true },
  amountCapitals: { kinds: ['calculated'], inRows: false },
  netPayable: { kinds: ['calculated', 'money'], inRows: false },
  invoiceNumber: { kinds: ['text'], inRows: true },
  invoiceCode: { kinds: ['text'], inRows: true },
  invoiceDate: { kinds: ['date'], inRows: true },
  invoiceKind: { kinds: ['select'], inRows: true },
  invoiceBuyer: { kinds: ['select', 'text'], inRows: true },
  invoiceSeller: { kinds: ['text'], inRows: true },
  invoiceAmount: { kinds: ['money'], inRows: true },
  invoiceTax: { kinds: ['money'], inRows: true },
  invoiceTaxRate: { kinds: ['percent'], inRows: true },
  invoiceFiles: { kinds: ['attachment'], inRows: true },
  expenseDate: { kinds: ['date'], inRows: true },
  travelDate: { kinds: ['date'], inRows: true },
  expensePurpose: { kinds: ['text'], inRows: true },
  traveller: { kinds: ['person', 'people'], inRows: true },
  placeFrom: { kinds: ['cascader'], inRows: true },
  placeTo: { kinds: ['cascader'], inRows: true },
  timeFrom: { kinds: ['datetime'], inRows: true },
  timeTo: { kinds: ['datetime'], inRows: true },
  travelClass: { kinds: ['select'], inRows: true },
  changeFee: { kinds: ['money'], inRows: true },
  place: { kinds: ['cascader'], inRows: true },
  dayFrom: { kinds: ['date'], inRows: true },
  dayTo: { kinds: ['date'], inRows: true },
}

/** A mark is set by a switch of the header. */
const markHolder: RoleHolder = { kinds: ['switch'], inRows: false }

/** Returns whether the framework knows a role; every other one is the name of a mark. */
export const isHostRole = (role: FieldRole): role is HostRole => Object.hasOwn(roleHolders, role)

/** The kind of field that a role is given to. */
export const holderOf = (role: FieldRole): RoleHolder => (isHostRole(role) ? roleHolders[role] : markHolder)

/** Tables of a form whose rows are proved by invoices: of which a column holds the number. */
export const invoiceTables: (fields: Fields) => readonly string[] = memoize((fields) =>
  Object.entries(fields).flatMap(([key, { columns }]) => (columns && keyAs(columns, 'invoiceNumber') !== undefined ? [key] : []))
)
