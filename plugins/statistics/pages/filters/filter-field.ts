import { department, type FieldDefinition, person, process, reference, select, text } from '#kernel/fields.ts'
import { dimensionLabel, type StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import type { Label } from '#kernel/wording/label.ts'

export const departmentField = department({ cn: '部门', en: 'Department' })

/** Field that selects and displays values of a dimension. */
export function filterField(page: StatisticsPage, key: string): FieldDefinition {
  const dimension = page.dimensions[key]
  if (!dimension) return (key === 'person' ? person : department)(dimensionLabel(page, key))
  const { cn, en, of } = dimension
  if (typeof of === 'string') return text({ cn, en })
  if ('values' in of) return select({ cn, en, options: Object.entries(of.values).map(([value, label]) => ({ value, ...label })) })
  if ('dict' in of) return select({ cn, en, dict: of.dict })
  return (ownKinds[of.to] ?? reference)({ cn, en, to: of.to })
}

/** Field kinds for references to records of the host; others use `reference`. */
const ownKinds: Readonly<Record<string, (label: Label & { readonly to: string }) => FieldDefinition>> = {
  department: ({ cn, en }) => department({ cn, en }),
  person: ({ cn, en }) => person({ cn, en }),
  process: ({ cn, en }) => process({ cn, en }),
}
