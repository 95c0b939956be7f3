import type { FieldKind } from '#kernel/fields.ts'
import { sourceKind } from '#kernel/record-kinds.ts'

/** Attributes of a candidate that a picker shows, with the texts above them. */
type Column = 'code' | 'name' | 'parentId' | 'label' | 'description' | 'departmentName' | 'fullName' | 'locationName' | 'unit' | 'abbreviation'

const usual: readonly Column[] = ['code', 'name']

const particular: Partial<Record<FieldKind, readonly Column[]>> = {
  process: ['parentId', 'label', 'description'],
  person: ['name', 'code', 'departmentName'],
  department: ['code', 'name', 'fullName'],
  supplier: ['code', 'name', 'abbreviation'],
  material: ['code', 'name', 'unit'],
  book: ['code', 'name', 'locationName'],
}

/** The columns of the picker of a kind of record. */
export const pickerColumns = (kind: FieldKind): readonly Column[] => particular[sourceKind(kind)] ?? usual
