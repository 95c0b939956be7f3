import type { FieldDefinition, FieldKind, Fields } from '#kernel/fields.ts'

/** Long texts, which need no width of their own. */
const long: ReadonlySet<FieldKind> = new Set(['textarea', 'richtext'])

/** Fields that are the better for more room: what is entered there may be long. */
const roomy: ReadonlySet<FieldKind> = new Set([...long, 'text', 'title', 'people', 'multiselect', 'attachment', 'documentLink', 'reference',
  'department', 'person', 'cascader', 'select'])

/**
 * Columns that each field of a grid takes, so that no row before the last has a hole: a long text takes what the row has left
 * (two columns at least), else the last field of the row that has use for it does.
 */
export function spansOf(fields: Fields, names: readonly string[], columns: number): Readonly<Record<string, number>> {
  const spans: Record<string, number> = {}
  let row: string[] = []
  const used = () => row.reduce((sum, name) => sum + spans[name]!, 0)
  for (const name of names) {
    const field = fields[name]
    if (!field) continue
    const left = columns - used()
    spans[name] = Math.min(columns, spanOf(field))
    if (spans[name] > left) {
      if (long.has(field.kind) && left >= 2) spans[name] = left
      else {
        const wide = row.findLast((each) => roomy.has(fields[each]!.kind))
        if (wide !== undefined) spans[wide]! += left
        row = []
      }
    }
    row = used() + spans[name] < columns ? [...row, name] : []
  }
  return spans
}

/** The columns of the grid that a field asks for: one, unless it says more. */
export const spanOf = ({ span = 1 }: FieldDefinition): number => span
