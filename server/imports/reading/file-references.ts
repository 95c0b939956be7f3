import type { CheckedRow, Importer } from '../importer.ts'

const prefix = 'row:'

/** Placeholder for a record that the same file creates, until it is saved and has an id. */
export const fileReference = (text: string): string => prefix + text

/** The text of such a placeholder; undefined for any other value. Ids contain no colon. */
export const referencedText = (
  value: unknown,
): string | undefined => (typeof value === 'string' && value.startsWith(prefix) ? value.slice(prefix.length) : undefined)

/** Sorts rows so that each follows the row it depends on; rows in a cycle keep their position. */
export function inOrder<Value>(rows: readonly CheckedRow<Value>[],
  { follows }: Pick<Importer<Value, never>, 'follows'>): readonly CheckedRow<Value>[] {
  if (!follows) return rows
  const byIdentity = new Map(rows.map((row) => [row.identity, row] as const))
  const depthOf = (row: CheckedRow<Value>, steps = 0): number => {
    const before = byIdentity.get(follows(row.value) ?? '')
    return before === undefined || steps > deepest ? steps : depthOf(before, steps + 1)
  }
  const depths = new Map(rows.map((row) => [row, depthOf(row)]))
  return rows.toSorted((one, other) => depths.get(one)! - depths.get(other)!)
}

/** Maximum depth of dependencies between rows of one file. */
const deepest = 20
