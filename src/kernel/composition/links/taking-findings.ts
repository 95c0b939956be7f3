import { confidentialReads } from '../../evaluate/access/confidential-reads.ts'
import type { TakenTable } from '../../fields/links.ts'
import type { FieldDefinition, Fields } from '../../fields.ts'
import type { Form } from '../../form.ts'
import { coversPath } from '../fields/confidential-findings.ts'
import { expressionFindings } from '../expressions.ts'
import { type Finding, finding, unknown, within } from '../problem.ts'

const column = { cn: '列', en: 'column' }

/** Checks a table that takes over rows of linked documents, against its own form. */
export function takingFindings({ takes, columns = {} }: FieldDefinition, fields: Fields): Finding[] {
  if (!takes) return []
  const { from, of } = takes
  const link = fields[from]
  const isEntered = (key: string) => Object.hasOwn(columns, key) && columns[key]?.value === undefined && columns[key]?.kind !== 'calculated'
  return within('takes', [
    ...unknown([from], () => link?.kind === 'documentLink', { where: 'from', what: { cn: '关联单据字段', en: 'document link' } }),
    ...(Object.keys(of).length === 0 ? [finding('of', '未指定来源单据类型', 'It names no type to take rows from')] : []),
    ...unknown(Object.keys(of), (type) => !link?.links?.length || link.links.includes(type), { where: 'of',
      what: { cn: '可关联的单据类型', en: 'type that the link accepts' } }),
    ...Object.entries(of).flatMap(([type, { set, keeps = [] }]) =>
      within(type, [
        ...unknown(Object.keys(set), isEntered, { where: 'set', what: column }),
        ...unknown(keeps, (key) => Object.hasOwn(set, key), { where: 'keeps', what: { cn: '带入的列', en: 'column that is taken over' } }),
      ])
    ),
  ])
}

/** Checks such tables against the source forms. A source form whose module is not installed is skipped. */
export function takenFindings({ fields }: Pick<Form, 'fields'>, forms: ReadonlyMap<string, Form>): Finding[] {
  return Object.entries(fields).flatMap(([key, { takes, columns = {}, visibleTo }]) =>
    takes ?
      within(`${key} › takes`, Object.entries(takes.of).flatMap(([type, table]) =>
        within(type, sourceFindings({ table, source: forms.get(type)?.fields, columns, visibleTo }))
      )) :
      []
  )
}

interface TakenSource extends Pick<FieldDefinition, 'visibleTo'> {
  readonly table: TakenTable
  readonly source: Fields | undefined
  readonly columns: Fields
}

/** Checks the columns that rows are taken from. A confidential source column may only fill columns with the same or fewer readers. */
function sourceFindings({ table: { rows, set, when }, source, columns, visibleTo }: TakenSource): Finding[] {
  if (!source) return []
  if (source[rows]?.kind !== 'table') return unknown([rows], () => false, { where: 'rows', what: { cn: '表格', en: 'table' } })
  const read = expressionFindings
  const broken = [...Object.entries(set).flatMap(([key, expression]) => read(expression, { fields: source, table: rows }, `set ${key}`)),
    ...(when === undefined ? [] : read(when, { fields: source, table: rows }, 'when'))]
  if (broken.length > 0) return broken
  const expressions = [
    ...Object.entries(set).map(([key, expression]) => ({ where: `set ${key}`, expression, own: columns[key]?.visibleTo ?? visibleTo })),
    ...(when === undefined ? [] : [{ where: 'when', expression: when, own: undefined }]),
  ]
  return expressions.flatMap(({ where, expression, own }) =>
    confidentialReads(source, expression, { table: rows }).filter((path) => !coversPath(source, path, own)).map((path) =>
      finding(where, `读取了来源的保密字段“${path}”，可见范围不能更大`,
        `It reads “${path}”, which is confidential there, and may not be shown to more readers`)
    )
  )
}
