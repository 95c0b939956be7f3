import type { Claims, FieldDefinition, Fields } from '../fields.ts'
import { expressionFindings } from './expressions.ts'
import { type Finding, finding, unknown, untranslated, within } from './problem.ts'

const what = { cn: '字段', en: 'field' }

/** What is wrong with how a document link claims what it links to; `key` is its name in the form, `table` the table whose column it is. */
export function claimFindings(field: FieldDefinition, { key, fields, table }: { readonly key: string; readonly fields: Fields; readonly table?: string }): Finding[] {
  const { claim, claims, binds } = field
  return [
    ...(claim !== undefined && binds === false ? [finding('claim', '占用关联单的链接须绑定', 'A link that claims its document has to bind it')] : []),
    ...(claims !== undefined && claim === undefined ? [finding('claims', '缺少占用方式', 'What claims has to say how often')] : []),
    ...(claim === 'remaining' && claims === undefined ? [finding('claim', '缺少占用金额', 'What claims a part has to say how much')] : []),
    ...(claims ? within('claims', [...partFindings(claims, field, { key, fields, table }), ...(claims.message ? untranslated(claims.message, 'message') : [])]) : []),
  ]
}

function partFindings(claims: Claims, { max }: FieldDefinition, { key, fields, table }: { key: string; fields: Fields; table?: string }): Finding[] {
  const { rows, by, amount, at } = claims
  const place = rows ?? table
  const columns = place === undefined ? fields : (fields[place]?.columns ?? {})
  return [
    ...(rows === undefined ? [] : unknown([rows], (name) => fields[name]?.kind === 'table', { where: 'rows', what: { cn: '表格', en: 'table' } })),
    ...((rows === undefined) === (by === undefined) ? [] : [finding('by', '明细表与关联列须同时给出', 'The table and the column that names the document go together')]),
    ...(rows !== undefined && table !== undefined ? [finding('rows', '行内的链接由其所在行占用', 'A link in a row is claimed by that row')] : []),
    ...(by === undefined ? [] : unknown([by], (name) => columns[name]?.optionsFrom?.includes(key) === true, { where: 'by', what: { cn: '选择该关联单的列', en: 'column that chooses among these documents' } })),
    ...(place === undefined && max !== 1 ? [finding('rows', '关联多个单据时须说明由哪些明细占用', 'Of several linked documents the rows have to say which they claim')] : []),
    ...(at === undefined ? [] : unknown([at], (name) => Object.hasOwn(columns, name), { where: 'at', what })),
    ...expressionFindings(amount, { fields, table: place }, 'amount'),
  ]
}
