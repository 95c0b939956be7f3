import type { Label } from '#kernel/wording/label.ts'

/** A part of a record that a call changed. */
export interface RecordDifference {
  readonly field: string
  /** The label of the record's declaration. */
  readonly label: Label | null
  readonly before: unknown
  readonly after: unknown
}

type RecordValues = Readonly<Record<string, unknown>>

/** Counted by every change: they say nothing. */
const ofItself = new Set(['version', 'updateTime', 'updateBy'])

/** The differences between two states of a record; of one that began or ended, everything it holds. */
export function differences(before: RecordValues | null, after: RecordValues | null,
  labelOf: (field: string) => Label | null): readonly RecordDifference[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter((field) => !ofItself.has(field))
  return fields
    .map((field) => ({ field, label: labelOf(field), before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after))
}
