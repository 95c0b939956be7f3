import type { FormFacts } from '#kernel/facts.ts'
import { type Environment, type FeelContext, type FeelValue, fromJson } from '#kernel/feel/feel.ts'
import { emptyContext, isContext, isNumber } from '#kernel/feel/values.ts'
import { Num } from '#kernel/feel/numbers.ts'
import type { Form } from '#kernel/form.ts'
import { inRmb } from '#kernel/values/money.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { isReference } from '#kernel/record-kinds.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { rowsAt } from '../rows.ts'
import { rowKeys } from './context-names.ts'
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

/** Key of the changes of all rows of a table, made when the table is replaced. */
const rowsOf = (table: string): string => `${table}.`

/** A result of an expression, with the number of changes that the scope had seen. */
interface KnownResult {
  readonly turn: number
  readonly value: FeelValue
}

/**
 * The evaluation context of a form's value. Mutable: `completeIn` writes derived fields into it, and `follow` takes over new values. An
 * expression is evaluated again only after a name that it reads has changed.
 */
export class FormScope {
  readonly plan: Plan
  readonly facts: FormFacts
  readonly memory: Memory | undefined
  readonly header: FeelContext = emptyContext()
  private readonly environment: Environment
  private readonly extra: readonly string[]
  private readonly tables = new Map<string, readonly RowPosition[]>()
  /** Number of changes so far. */
  private turn = 0
  /** The turn of the last change of each name; of a column, in any row. */
  private readonly changedAt = new Map<string, number>()
  /** The turn up to which the derived fields are computed; undefined before the first computation. */
  private computedAt: number | undefined
  /** Results by table (empty for the header) and row: an expression may be evaluated for the rows of several tables. */
  private readonly results = new Map<string, Map<Formula, (KnownResult | undefined)[]>>()

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
    const { reads } = formula
    const row = place && this.row(place)
    if (!reads) return this.evaluateIn(row, formula)
    const results = this.resultsOf(formula, row && place.table)
    const number = row ? place.index + 1 : 0
    const known = results[number]
    if (known && !this.isChangedSince(known.turn, reads)) return known.value
    const value = this.memory
      ? this.memory.recall(formula, number, this.inputsOf(row, reads), () => this.evaluateIn(row, formula))
      : this.evaluateIn(row, formula)
    results[number] = { turn: this.turn, value }
    return value
  }

  /** Removes the names that were passed as `extra`. */
  withoutExtra(): void {
    for (const name of this.extra) {
      delete this.header[name]
      this.mark(name)
    }
  }

  /** Updates the scope from value `before` to `value`. */
  follow(before: FormValue, value: FormValue): void {
    for (const planned of this.plan.fields) if (before[planned.key] !== value[planned.key]) this.set(planned, value[planned.key])
  }

  /** Takes over the records of the current value that were loaded into the facts since. */
  learn(value: FormValue): void {
    for (const planned of this.plan.referring) {
      if (planned.columns.length === 0) this.setIfNew(planned, value[planned.key])
      else for (const [index, row] of rowsAt(value, planned.key).entries()) this.learnRow(planned, row, { table: planned.key, index })
    }
  }

  /** Returns whether a derived field depends on a change since the last computation. */
  isOutdated({ key, table, derived }: PlannedField): boolean {
    const { computedAt } = this
    return computedAt === undefined || this.isNewerThan(computedAt, key) ||
      (table !== undefined && this.isNewerThan(computedAt, rowsOf(table))) ||
      !derived?.reads || this.isChangedSince(computedAt, derived.reads)
  }

  /** Marks the derived fields as computed. */
  computed(): void {
    this.computedAt = this.turn
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
      return this.evaluateIn(place && this.row(place), formula) === true
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
  set(planned: PlannedField, value: unknown, place?: RowPosition): void {
    this.put(planned, kindOf(planned.field).toFeel(value, planned.field, this.facts), place)
  }

  private put({ key, columns }: PlannedField, value: FeelValue, place: RowPosition | undefined): void {
    const context = place ? this.row(place) : this.header
    if (!context) return
    context[key] = value
    this.mark(key)
    if (place) this.mark(place.table)
    else this.refreshRmb(key)
    if (columns.length > 0) this.markRows(key, columns)
  }

  /** Sets a reference unless its record is the known one: the context of a record is the same as long as the record is. */
  private setIfNew(planned: PlannedField, value: unknown, place?: RowPosition): void {
    const known = (place ? this.row(place) : this.header)?.[planned.key]
    const found = kindOf(planned.field).toFeel(value, planned.field, this.facts)
    if (found !== known) this.put(planned, found, place)
  }

  private markRows(table: string, columns: readonly PlannedField[]): void {
    this.mark(rowsOf(table))
    for (const { key } of columns) this.mark(key)
    for (const key of rowKeys) this.mark(key)
  }

  private mark(name: string): void {
    this.changedAt.set(name, ++this.turn)
  }

  private isNewerThan(turn: number, name: string): boolean {
    const at = this.changedAt.get(name)
    return at !== undefined && at > turn
  }

  private isChangedSince(turn: number, reads: NonNullable<Formula['reads']>): boolean {
    if (turn === this.turn) return false
    for (const { name } of reads) if (this.isNewerThan(turn, name)) return true
    return false
  }

  private learnRow({ columns }: PlannedField, row: FormValue, place: RowPosition): void {
    for (const column of columns) if (isReference(column.field)) this.setIfNew(column, row[column.key], place)
  }

  private resultsOf(formula: Formula, table = ''): (KnownResult | undefined)[] {
    let formulas = this.results.get(table)
    if (!formulas) this.results.set(table, formulas = new Map())
    let results = formulas.get(formula)
    if (!results) formulas.set(formula, results = [])
    return results
  }

  private evaluateIn(row: FeelContext | undefined, formula: Formula): FeelValue {
    return valueOf(formula, this.header, this.environment, row)
  }

  private row({ table, index }: RowPosition): FeelContext | undefined {
    const rows = this.header[table]
    const row = Array.isArray(rows) ? rows[index] : undefined
    return row !== undefined && isContext(row) ? row : undefined
  }

  private inputsOf(row: FeelContext | undefined, reads: NonNullable<Formula['reads']>): readonly unknown[] {
    const { today, dict } = this.facts
    return [today, dict, ...reads.map((read) => this.inputOf(row, read))]
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
      this.mark(name)
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
