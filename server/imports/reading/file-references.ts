import type { CheckedRow, Importer } from '../importer.ts'

const prefix = 'row:'

/** Stands for the record that a text of the same file brings, until it is saved and has an id. */
export const fileReference = (text: string): string => prefix + text

/** The text of such a stand-in; undefined for anything else. Ids hold no colon. */
export const referencedText = (
  value: unknown,
): string | undefined => (typeof value === 'string' && value.startsWith(prefix) ? value.slice(prefix.length) : undefined)

/** Rows in an order in which each comes after the one that it names; those that name each other in a circle stay where they are. */
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

/** Levels that rows of one file may stand below each other. */
const deepest = 20
