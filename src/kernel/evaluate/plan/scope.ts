import type { FormFacts } from '#kernel/facts.ts'
import { type Environment, type FeelContext, type FeelValue, fromJson } from '#kernel/feel/feel.ts'
import { emptyContext, isContext, isNumber } from '#kernel/feel/values.ts'
import { Num } from '#kernel/feel/numbers.ts'
import type { Form } from '#kernel/form.ts'
import { inRmb } from '#kernel/values/money.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { environmentOf, type Formula, valueOf } from './formula.ts'
import { alwaysNew, type Memory } from './memory.ts'
import { type Plan, type PlannedField, planOf } from './plan.ts'

/** The row for which an expression is evaluated; for the header, undefined is used instead. */
export interface RowPosition {
  readonly table: string
  readonly index: number
}

interface ScopeContext {
  readonly facts: FormFacts
  /** Further names, in addition to the form's. */
  readonly extra?: Readonly<Record<string, unknown>>
  readonly memory?: Memory
  /** The form's names that will be read, if known: other names are not loaded and evaluate to null. */
  readonly names?: ReadonlySet<string>
}

/** Key in `changed` for all rows of a table, set when the table is replaced. */
const rowsOf = (table: string): string => `${table}.`

/** The evaluation context of a form's value. Mutable: `completeIn` writes derived fields into it, and `follow` takes over new values. */
export class FormScope {
  readonly plan: Plan
  readonly facts: FormFacts
  readonly memory: Memory | undefined
  readonly header: FeelContext = emptyContext()
  private readonly environment: Environment
  private readonly extra: readonly string[]
  private readonly tables = new Map<string, readonly RowPosition[]>()
  /** Names that changed since the derived fields were last computed; undefined before the first computation. */
  private changed: Set<string> | undefined

  constructor(form: Form, value: FormValue, { facts, extra = {}, memory, names }: ScopeContext) {
    this.plan = planOf(form)
    this.facts = facts
    this.memory = memory
    this.extra = Object.keys(extra).filter((name) => !(name in form.fields))
    this.environment = environmentOf(facts)
    for (const [key, extraValue] of Object.entries(extra)) this.header[key] = fromJson(extraValue)
    const read = names ? this.plan.fields.filter(({ key }) => names.has(key)) : this.plan.fields
    for (const { key, field } of read) this.header[key] = kindOf(field).toFeel(value[key], field, facts)
    for (const [name, amount] of Object.entries(this.plan.rmb)) this.header[name] = this.rmbOf(amount)
  }

  /** Evaluates an expression for the header or a row. */
  evaluate(formula: Formula, place?: RowPosition): FeelValue {
    const row = place && this.row(place)
    if (!this.memory || !formula.reads) return this.evaluateIn(row, formula)
    const { today, dict } = this.facts
    return this.memory.recall(formula, row ? place.index + 1 : 0, [today, dict, ...formula.reads.map((read) => this.inputOf(row, read))],
      () => this.evaluateIn(row, formula))
  }

  /** Removes the names that were passed as `extra`. */
  withoutExtra(): void {
    for (const name of this.extra) {
      delete this.header[name]
      this.changed?.add(name)
    }
  }

  /** Updates the scope from value `before` to `value`. */
  follow(before: FormValue, value: FormValue): void {
    for (const planned of this.plan.fields) if (before[planned.key] !== value[planned.key]) this.set(planned, value[planned.key])
  }

  /** Returns whether a derived field depends on a change since the last computation. */
  isOutdated({ key, table, derived }: PlannedField): boolean {
    const { changed } = this
    return changed === undefined || changed.has(key) || (table !== undefined && changed.has(rowsOf(table))) ||
      (derived?.reads?.some(({ name }) => changed.has(name)) ?? true)
  }

  /** Marks the derived fields as computed. */
  computed(): void {
    this.changed = new Set()
  }

  /** Returns whether a condition is true; null counts as false. */
  holds(formula: Formula, place?: RowPosition): boolean {
    return this.evaluate(formula, place) === true
  }

  /** Returns whether a condition is true with additional names that are bound for this evaluation only. */
  holdsWith(formula: Formula, names: FeelContext, place?: RowPosition): boolean {
    const own = Object.keys(names).map((name) => [name, this.header[name]] as const)
    Object.assign(this.header, names)
    try {
      return this.holds(formula, place)
    } finally {
      for (const [name, value] of own) {
        if (value === undefined) delete this.header[name]
        else this.header[name] = value
      }
    }
  }

  /** Number of rows of a table. */
  rows(table: string): number {
    const rows = this.header[table]
    return Array.isArray(rows) ? rows.length : 0
  }

  /** The positions of a table's rows. */
  places(table: string): readonly RowPosition[] {
    const known = this.tables.get(table)
    if (known?.length === this.rows(table)) return known
    const places = Array.from({ length: this.rows(table) }, (_, index) => ({ table, index }))
    this.tables.set(table, places)
    return places
  }

  /** Sets the value of a field, or of a cell. */
  set({ key, field, columns }: PlannedField, value: unknown, place?: RowPosition): void {
    const context = place ? this.row(place) : this.header
    if (!context) return
    context[key] = kindOf(field).toFeel(value, field, this.facts)
    this.changed?.add(key)
    if (place) this.changed?.add(place.table)
    else this.refreshRmb(key)
    for (const column of columns) this.changed?.add(column.key).add(rowsOf(key))
  }

  private evaluateIn(row: FeelContext | undefined, formula: Formula): FeelValue {
    return valueOf(formula, row ? this.around(row, formula.needs) : this.header, this.environment)
  }

  private row({ table, index }: RowPosition): FeelContext | undefined {
    const rows = this.header[table]
    const row = Array.isArray(rows) ? rows[index] : undefined
    return row !== undefined && isContext(row) ? row : undefined
  }

  /** Builds the context for an expression of a row: its columns take precedence over the form's fields. */
  private around(row: FeelContext, needs: readonly string[]): FeelContext {
    const context = emptyContext()
    for (const name of needs) {
      const value = this.named(row, name)
      if (value !== undefined) context[name] = value
    }
    return context
  }

  private named(row: FeelContext, name: string): FeelValue | undefined {
    if (name in row) return row[name]
    if (name === 'header') return this.header
    return name === 'item' ? row : this.header[name]
  }

  /** The input that an expression reads under a name, for comparison by `Memory`. Rows of tables are mutated in place. */
  private inputOf(row: FeelContext | undefined, { name, of }: NonNullable<Formula['reads']>[number]): unknown {
    if (of === 'item') return row?.[name]
    if (of === undefined && row && name in row) return row[name]
    return this.plan.byKey.get(name)?.field.columns ? alwaysNew() : this.header[name]
  }

  private refreshRmb(changed: string): void {
    for (const [name, amount] of Object.entries(this.plan.rmb)) {
      if (amount !== changed && changed !== this.plan.rate) continue
      this.header[name] = this.rmbOf(amount)
      this.changed?.add(name)
    }
  }

  /** An amount converted to RMB by the form's rate; unchanged if the form has no rate. */
  private rmbOf(amount: string): FeelValue {
    const value = this.header[amount] ?? null
    if (this.plan.rate === undefined || !isNumber(value)) return value
    const rate = this.header[this.plan.rate] ?? null
    const converted = isNumber(rate) ? inRmb(value, rate) : null
    return converted && new Num(converted)
  }
}
