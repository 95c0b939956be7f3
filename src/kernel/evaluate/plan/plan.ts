import { memoize } from '#kernel/memoize.ts'
import type { Because, Feel, FieldDefinition, Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { Rule } from '#kernel/rules.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import { type OwnTables, ownTables } from '../access/own-rows.ts'
import { rmbNames, rowNames } from './context-names.ts'
import { orderDerived } from './dependencies.ts'
import { type Formula, formula } from './formula.ts'
import type { PlannedField, PlannedRule, PlannedSentence } from './planned-field.ts'

/** A form's expressions, compiled once. */
export interface Plan {
  readonly fields: readonly PlannedField[]
  readonly byKey: ReadonlyMap<string, PlannedField>
  /** Fields and columns that start with a default. */
  readonly defaulted: readonly PlannedField[]
  /** Derived fields and columns, each after those that it reads. */
  readonly derived: readonly PlannedField[]
  /** The owners of rows and who fills them in at a node. */
  ownTables(at: string | undefined): OwnTables
  /** Paths of derived fields that read each other in a circle. */
  readonly cycle: readonly string[]
  readonly rules: readonly PlannedRule[]
  /** Header amounts by their name in RMB. */
  readonly rmb: Readonly<Record<string, string>>
  /** Key of the header's rate to RMB; a form without one has its amounts in RMB. */
  readonly rate: string | undefined
}

/** The plan of a form, made at first use. @throws FeelError when an expression cannot be read. */
export const planOf: (form: Form) => Plan = memoize(makePlan)

/**
 * Compiles the expressions of a form one after the other, so that its plan is made at once later.
 * `pause` is awaited between them. @throws FeelError when an expression cannot be read.
 */
export async function compileForm({ fields, rules }: Form, pause: () => Promise<void>): Promise<void> {
  const names = namesOf(fields)
  for (const [key, { columns, ...field }] of Object.entries(fields)) {
    planField({ key, field }, names)
    await pause()
    for (const [column, definition] of Object.entries(columns ?? {})) {
      planField({ key: column, field: definition }, namesIn(fields, names, key))
      await pause()
    }
  }
  for (const rule of rules) {
    planRule(rule, namesIn(fields, names, rule.each))
    await pause()
  }
}

/** The names that an expression of a form may read outside of rows. */
const namesOf = (fields: Fields): readonly string[] => [...Object.keys(fields), ...Object.keys(rmbNames(fields))]

function makePlan(form: Form): Plan {
  const rmb = rmbNames(form.fields)
  const names = namesOf(form.fields)
  const fields = Object.entries(form.fields).map(([key, field]) => planField({ key, field }, names))
  return {
    fields,
    rmb,
    ownTables: (at) => ownTables(form, at),
    rate: keyAs(form.fields, 'exchangeRate'),
    defaulted: fields.flatMap((field) => [field, ...field.columns]).filter((field) => field.default && !field.derived),
    byKey: new Map(fields.map((field) => [field.key, field])),
    ...orderDerived(fields, rmb),
    rules: form.rules.map((rule) => planRule(rule, namesIn(form.fields, names, rule.each))),
  }
}

const planRule = (rule: Rule, names: readonly string[]): PlannedRule => ({ rule, ...planSentence(rule, names) })

function planSentence({ cn, en, when, blanks = {} }: Because, names: readonly string[]): PlannedSentence {
  return { says: { cn, en }, when: formula(when, names),
    blanks: Object.entries(blanks).map(([blank, source]) => [blank, formula(source, names)] as const) }
}

function planField({ key, field, table, keptFrom }: Pick<PlannedField, 'key' | 'field' | 'table' | 'keptFrom'>,
  names: readonly string[]): PlannedField {
  const compiled = (source: Feel | undefined): Formula | undefined => (source === undefined ? undefined : formula(source, names))
  const inner = [...names, ...rowNames, ...Object.keys(field.columns ?? {})]
  return {
    key,
    field,
    table,
    required: field.required === true ? true : compiled(field.required),
    requiredAt: new Map(Object.entries(field.requiredAt ?? {}).map(([node, when]) => [node, when === true || formula(when, names)])),
    visible: compiled(field.visible),
    locked: compiled(field.locked),
    because: field.because && planSentence(field.because, names),
    keptFrom,
    default: compiled(field.default),
    derived: compiled(field.value),
    columns: Object.entries(field.columns ?? {}).map(([column, definition]) =>
      planField({ key: column, field: definition, table: key, keptFrom: keptFromOf(field, column) }, inner)
    ),
  }
}

function keptFromOf({ takes }: FieldDefinition, column: string): ReadonlySet<string> | undefined {
  const types = Object.entries(takes?.of ?? {}).flatMap(([type, { keeps }]) => (keeps?.includes(column) ? [type] : []))
  return types.length === 0 ? undefined : new Set(types)
}

/** The names of a table's rows, or of the form. */
function namesIn(fields: Fields, names: readonly string[], table: string | undefined): readonly string[] {
  return table === undefined ? names : [...names, ...rowNames, ...Object.keys(fields[table]?.columns ?? {})]
}
