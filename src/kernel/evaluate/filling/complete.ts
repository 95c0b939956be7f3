import type { FormFacts } from '#kernel/facts.ts'
import type { Form } from '#kernel/form.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { FeelContext } from '#kernel/feel/feel.ts'
import type { PlannedField } from '../plan/plan.ts'
import { FormScope, type RowPosition } from '../plan/scope.ts'
import { isRow, readAt } from '../rows.ts'

/** A copy-on-write form value: rows and header are copied when they first change; unchanged, `value` is the original object. */
export class CopyOnWrite {
  private current: Record<string, unknown> | undefined
  private readonly copied = new Map<string, Map<number, Record<string, unknown>>>()

  constructor(private readonly original: FormValue) {}

  get value(): FormValue {
    return this.current ?? this.original
  }

  read(key: string, place?: RowPosition): unknown {
    return readAt(this.value, key, place)
  }

  /** Sets a field or cell; undefined removes it. No-op if the value is the same, or both are nullish. */
  write(key: string, value: unknown, place?: RowPosition): void {
    const before = this.read(key, place)
    if (before === value || (value === null && before === undefined)) return
    const target = place ? this.row(place) : this.header()
    if (value === undefined) delete target[key]
    else target[key] = value
  }

  private header(): Record<string, unknown> {
    this.current ??= { ...this.original }
    return this.current
  }

  private row({ table, index }: RowPosition): Record<string, unknown> {
    const copies = this.copied.get(table) ?? new Map<number, Record<string, unknown>>()
    const known = copies.get(index)
    if (known) return known
    const rows: unknown = this.header()[table]
    const list = copies.size > 0 || !Array.isArray(rows) ? (rows as unknown[]) : [...(rows as unknown[])]
    const old: unknown = list[index]
    const copy = { ...(isRow(old) ? old : {}) }
    list[index] = copy
    this.header()[table] = list
    copies.set(index, copy)
    this.copied.set(table, copies)
    return copy
  }
}

/**
 * Computes the derived fields of the header and of every row, in order of dependency. A field that cannot be computed is null. Returns the
 * same object when nothing changes.
 */
export function complete(form: Form, value: FormValue, facts: FormFacts): FormValue {
  return completeIn(new FormScope(form, value, { facts }), value)
}

/** Incremental variant of `complete`: recomputes only the fields whose inputs changed in the scope, and writes the results into it. */
export function completeIn(scope: FormScope, value: FormValue): FormValue {
  const change = new CopyOnWrite(value)
  for (const planned of scope.plan.derived) {
    if (!scope.isOutdated(planned)) continue
    for (const place of placesOf(scope, planned)) derive(scope, change, { planned, place })
  }
  scope.computed()
  return change.value
}

const header = [undefined] as const

/** The rows that a column is computed for; for a header field, `[undefined]`. */
export function placesOf(scope: FormScope, { table }: PlannedField): readonly (RowPosition | undefined)[] {
  return table === undefined ? header : scope.places(table)
}

function derive(scope: FormScope, change: CopyOnWrite,
  { planned, place }: { planned: PlannedField; place: RowPosition | undefined }): void {
  const { derived, field, key } = planned
  if (!derived) return
  const result = kindOf(field).fromFeel(scope.evaluate(derived, place), field)
  if (!same(result, change.read(key, place))) {
    change.write(key, result, place)
    scope.set(planned, result, place)
  }
}

/** Compares objects by content: a derived list is a new object each time. */
function same(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && one !== null && JSON.stringify(one) === JSON.stringify(other))
}

export { environmentOf } from '../plan/formula.ts'

/** The names that conditions of a flow may read: the form's fields, their amounts in RMB, and the names that the host adds. */
export function conditionContext(
  form: Form,
  value: FormValue,
  facts: FormFacts,
  extra: Readonly<Record<string, unknown>> = {},
): FeelContext {
  const scope = new FormScope(form, value, { facts, extra })
  completeIn(scope, value)
  return scope.header
}
