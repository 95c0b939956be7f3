import type { FormValue } from '#kernel/values/value.ts'
import { isRow, readAt } from '../rows.ts'
import type { RowPosition } from '../plan/scope.ts'

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
