import { memoize } from '#kernel/memoize.ts'
import type { Because, Feel, FieldDefinition, Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { Rule } from '#kernel/rules.ts'
import { isReference } from '#kernel/record-kinds.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import type { ImplicitName } from '#kernel/feel/feel.ts'
import type { Label } from '#kernel/wording/label.ts'
import { type OwnTables, ownTables } from '../access/editable.ts'
import { rulesOf } from '../checks/implied-rules.ts'
import { rmbNames, rowNames } from './context-names.ts'
import { type Formula, formula } from './formula.ts'

/** A field with its compiled expressions. Columns are compiled in the scope of their table. */
export interface PlannedField {
  readonly key: string
  /** Key of the table, for a column. */
  readonly table?: string
  readonly field: FieldDefinition
  readonly required?: true | Formula
  /** Conditions under which nodes require the field, by node id. */
  readonly requiredAt: ReadonlyMap<string, true | Formula>
  readonly visible?: Formula
  readonly locked?: Formula
  readonly because?: PlannedSentence
  /** Forms from whose documents the column is taken over and then read-only. */
  readonly keptFrom?: ReadonlySet<string>
  readonly default?: Formula
  readonly derived?: Formula
  readonly columns: readonly PlannedField[]
}

/** A message that applies while its condition holds. */
export interface PlannedSentence {
  readonly says: Label
  readonly when: Formula
  /** Expressions of its placeholders, by name. */
  readonly blanks: readonly (readonly [name: string, Formula])[]
}

export interface PlannedRule extends PlannedSentence {
  readonly rule: Rule
}

/** `total`, or `items.amount` for a column. */
export const pathOf = ({ key, table }: Pick<PlannedField, 'key' | 'table'>): string => (table === undefined ? key : `${table}.${key}`)

/** Sorts derived fields topologically by the fields that they read; returns a cycle if there is one. */
function orderDerived(
  fields: readonly PlannedField[],
  rmb: Readonly<Record<string, string>>,
): { derived: readonly PlannedField[]; cycle: readonly string[] } {
  const derived = new Map(everyDerived(fields).map((field) => [pathOf(field), field]))
  const ordered = new Set<PlannedField>()
  let cycle: readonly string[] = []

  const visit = (path: string, trail: readonly string[]): void => {
    const field = derived.get(path)
    if (!field || ordered.has(field)) return
    if (trail.includes(path)) {
      if (cycle.length === 0) cycle = [...trail.slice(trail.indexOf(path)), path]
      return
    }
    for (const read of readsOf(field, { fields, rmb })) visit(read, [...trail, path])
    ordered.add(field)
  }

  for (const path of derived.keys()) visit(path, [])
  return { derived: [...ordered], cycle }
}

interface DependencyContext {
  readonly fields: readonly PlannedField[]
  readonly rmb: Readonly<Record<string, string>>
}

const everyDerived = (fields: readonly PlannedField[]): PlannedField[] =>
  fields.flatMap((field) => [...(field.derived ? [field] : []), ...everyDerived(field.columns)])

/** Paths of the fields that a derived field reads. A table that is read as a whole counts as one path, without its columns. */
function readsOf(field: PlannedField, context: DependencyContext): string[] {
  const expression = field.derived?.expression
  if (!expression) return []
  const implicit = expression.implicit.flatMap((name) => resolveImplicit(name, field, context))
  return [...implicit, ...expression.paths.flatMap((path) => resolve(path, field.table, context))]
}

/** Resolves a name inside a filter: to a column of the filtered table if it has one, else in the outer scope. */
function resolveImplicit({ name, within }: ImplicitName, field: PlannedField, context: DependencyContext): string[] {
  const path = within[0] === 'header' ? within.slice(1) : within
  const table = context.fields.find(({ key }) => key === path[0])
  if (table?.columns.some(({ key }) => key === name)) return [`${table.key}.${name}`]
  return name === field.key ? [] : resolve([name], field.table, context)
}

function resolve(path: readonly string[], table: string | undefined, context: DependencyContext): string[] {
  const [first = '', second = ''] = path
  const own = table === undefined ? undefined : context.fields.find(({ key }) => key === table)
  if (!own) return resolveHeader(first, second, context)
  if (first === 'header') return resolve(path.slice(1), undefined, context)
  const column = first === 'item' ? second : first
  return own.columns.some(({ key }) => key === column) ? [`${own.key}.${column}`] : resolveHeader(first, second, context)
}

function resolveHeader(first: string, second: string, { rmb, fields }: DependencyContext): string[] {
  const amount = rmb[first]
  if (amount === undefined) return [first, `${first}.${second}`]
  return [amount, ...fields.flatMap(({ key, field }) => (field.as === 'exchangeRate' ? [key] : []))]
}

/** The compiled expressions of a form. */
export interface Plan {
  readonly fields: readonly PlannedField[]
  readonly byKey: ReadonlyMap<string, PlannedField>
  /** Header fields that name records, and tables with such columns. */
  readonly referring: readonly PlannedField[]
  /** Fields and columns with a default. */
  readonly defaulted: readonly PlannedField[]
  /** Derived fields and columns in order of dependency. */
  readonly derived: readonly PlannedField[]
  /** The tables with owned rows at a node, see `ownTables`. */
  ownTables(at: string | undefined): OwnTables
  /** Paths of derived fields that depend on each other cyclically; empty if there are none. */
  readonly cycle: readonly string[]
  readonly rules: readonly PlannedRule[]
  /** Names of amounts in RMB, see `rmbNames`. */
  readonly rmb: Readonly<Record<string, string>>
  /** Key of the header's exchange rate to RMB; undefined: the form's amounts are in RMB. */
  readonly rate: string | undefined
}

/** The plan of a form, compiled at first use. @throws FeelError when an expression does not parse. */
export const planOf: (form: Form) => Plan = memoize(makePlan)

/**
 * Compiles the expressions of a form into the cache, so that `planOf` is fast afterwards. `pause` is awaited between expressions to keep
 * the thread responsive. @throws FeelError when an expression does not parse.
 */
export async function compileForm(form: Form, pause: () => Promise<void>): Promise<void> {
  const { fields } = form
  const names = namesOf(fields)
  for (const [key, { columns, ...field }] of Object.entries(fields)) {
    planField({ key, field }, names)
    await pause()
    for (const [column, definition] of Object.entries(columns ?? {})) {
      planField({ key: column, field: definition }, namesIn(fields, names, key))
      await pause()
    }
  }
  for (const rule of rulesOf(form)) {
    planRule(rule, namesIn(fields, names, rule.each))
    await pause()
  }
}

/** The names in scope outside of rows. */
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
    referring: fields.filter(({ field, columns }) => [field, ...columns.map((column) => column.field)].some(isReference)),
    defaulted: fields.flatMap((field) => [field, ...field.columns]).filter((field) => field.default && !field.derived),
    byKey: new Map(fields.map((field) => [field.key, field])),
    ...orderDerived(fields, rmb),
    rules: rulesOf(form).map((rule) => planRule(rule, namesIn(form.fields, names, rule.each))),
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

/** The names in scope for the rows of a table or, without one, for the header. */
function namesIn(fields: Fields, names: readonly string[], table: string | undefined): readonly string[] {
  return table === undefined ? names : [...names, ...rowNames, ...Object.keys(fields[table]?.columns ?? {})]
}

/** The form's names that these formulas read; undefined if they are not known statically, as where one reads the form as a whole. */
export function readNames(form: Form, formulas: readonly Formula[]): ReadonlySet<string> | undefined {
  const needs = formulas.flatMap((formula) => namesRead(formula) ?? 'header')
  if (needs.includes('header')) return undefined
  const { rmb, rate } = planOf(form)
  const converted = needs.flatMap((name) => rmb[name] ?? [])
  return new Set([...needs, ...converted, ...(rate === undefined ? [] : [rate])])
}

/** The names of the form, and of the row, that a formula reads; undefined if it reads `header` otherwise than by `header.name`. */
function namesRead({ needs, reads }: Formula): readonly string[] | undefined {
  if (!needs.includes('header')) return needs
  return reads && [...needs.filter((name) => name !== 'header'), ...reads.filter(({ of }) => of === 'header').map(({ name }) => name)]
}
