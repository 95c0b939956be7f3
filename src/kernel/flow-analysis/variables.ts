import { bearingDepartments } from '../fields/roles.ts'
import { rmbNames } from '../evaluate/plan/context-names.ts'
import type { FieldDefinition, Fields } from '../fields.ts'
import type { Label } from '../wording/label.ts'
import { type RecordKind, sourceOf } from '../record-kinds.ts'
import { type ComparedValues, joined } from './compared-values.ts'
import { samplesOf } from './field-samples.ts'
import type { Dictionaries, Sample } from './sample.ts'

/** A name that conditions read, with the values to try. */
export interface Variable {
  readonly name: string
  readonly label: Label
  readonly samples: readonly Sample[]
}

/** The variables of the compared values; names that the form does not have are left out, they are found elsewhere. */
export function variablesOf(compared: ReadonlyMap<string, ComparedValues>, fields: Fields,
  dictionaries: Dictionaries): readonly Variable[] {
  const known = [...compared].flatMap(([name, question]) => {
    const field = fieldOf(name, fields)
    return field ? [{ name, field, compared: question }] : []
  })
  const readers = known.flatMap(({ field, compared: question }) => readersOf(field, question))
  const recordsOf = (kind: RecordKind): ComparedValues =>
    joined(readers.filter((reader) => reader.kind === kind).map((reader) => reader.compared))
  return known.map(({ name, field, compared: question }) => ({
    name,
    label: { cn: field.cn, en: field.en },
    samples: samplesOf({ field, compared: question, dictionaries, recordsOf }),
  }))
}

/** A field, its amount in RMB, or a name that the host adds. */
function fieldOf(name: string, fields: Fields): FieldDefinition | undefined {
  if (Object.hasOwn(fields, name)) return fields[name]
  const amount = fields[rmbNames(fields)[name] ?? '']
  if (!amount) return Object.hasOwn(added, name) ? added[name] : undefined
  return { ...amount, cn: `${amount.cn}（人民币）`, en: `${amount.en} (RMB)` }
}

/** Names that every flow may ask for beside the form's fields. */
const added: Fields = {
  createBy: { kind: 'person', cn: '发起人', en: 'Initiator', required: true },
  [bearingDepartments]: { kind: 'multiselect', of: 'department', cn: '承担部门', en: 'Bearing departments' },
}

interface RecordVariable {
  readonly kind: RecordKind
  readonly compared: ComparedValues
}

function readersOf(field: FieldDefinition, compared: ComparedValues): readonly RecordVariable[] {
  if (field.columns) {
    return [...compared.below].flatMap(([key, inner]) => (field.columns?.[key] ? readersOf(field.columns[key], inner) : []))
  }
  return [{ kind: sourceOf(field), compared }]
}
