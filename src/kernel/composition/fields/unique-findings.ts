import type { FieldKind, Fields } from '../../fields.ts'
import type { Form, Unique } from '../../form.ts'
import { type Finding, finding, repeated, unknown, untranslated } from '../problem.ts'

/** Finds the faults of a form's unique values. */
export const uniqueFindings = (form: Pick<Form, 'fields' | 'unique'>): Finding[] =>
  (form.unique ?? []).flatMap((unique) => oneFinding(form, unique))

/** Kinds whose value is one word or number. */
const comparable: ReadonlySet<FieldKind> = new Set(['text', 'number', 'integer', 'money', 'percent', 'date', 'datetime', 'select', 'radio',
  'person', 'department', 'reference', 'currency', 'switch'])
const days: ReadonlySet<FieldKind> = new Set(['date', 'datetime'])

function oneFinding({ fields }: Pick<Form, 'fields'>, { by, rows, span, message }: Unique): Finding[] {
  const columns = rows === undefined ? undefined : fields[rows]?.columns
  const isKind = (kinds: ReadonlySet<FieldKind>) => (key: string) => kinds.has((columns?.[key] ?? fields[key])?.kind ?? 'table')
  return [
    ...rowFindings(by, rows, { fields, columns }),
    ...unknown(by, isKind(comparable), { where: 'by', what: { cn: '可比较的字段', en: 'field that can be compared' } }),
    ...unknown(span ?? [], isKind(days), { where: 'span', what: { cn: '日期字段', en: 'date field' } }),
    ...(message ? untranslated(message, 'message') : []),
  ]
}

function rowFindings(by: readonly string[], rows: string | undefined,
  { fields, columns }: { readonly fields: Fields; readonly columns: Fields | undefined }): Finding[] {
  const [first] = by
  if (first === undefined) return [finding('by', '未指定字段', 'It names no field')]
  return [
    ...repeated(by, { where: 'by', what: { cn: '字段', en: 'field' } }),
    ...(rows === undefined
      ? []
      : unknown([rows], (key) => fields[key]?.kind === 'table', { where: 'rows', what: { cn: '表格', en: 'table' } })),
    ...(columns && !columns[first] ? [finding('by', '第一个字段须为该表格的列', 'The first field is a column of the table')] : []),
  ]
}
