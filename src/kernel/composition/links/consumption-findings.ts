import type { LinkConsumption } from '../../fields/links.ts'
import type { FieldDefinition, Fields } from '../../fields.ts'
import { expressionFindings } from '../expressions.ts'
import { type Finding, finding, unknown, untranslated, within } from '../problem.ts'

const what = { cn: '字段', en: 'field' }

interface LinkStates {
  /** Key of the link, in the form or in its table. */
  readonly key: string
  readonly fields: Fields
  readonly table?: string
}

/** Checks how a document link consumes the amount of its target. */
export function consumptionFindings({ claim, claims, binds, max }: FieldDefinition, states: LinkStates): Finding[] {
  const missing: readonly [boolean, string, string, string][] = [
    [claim !== undefined && binds === false, 'claim', '占用关联单的链接须绑定', 'A link that claims its document has to bind it'],
    [claim === undefined && claims !== undefined, 'claims', '缺少占用方式', 'What claims has to say how often'],
    [claim === 'remaining' && claims?.amount === undefined, 'claim', '缺少占用金额', 'What claims a part has to say how much'],
  ]
  return [...findingsOf(missing), ...(claims ? within('claims', partFindings(claims, max, states)) : [])]
}

function partFindings(consumption: LinkConsumption, max: number | undefined, { key, fields, table }: LinkStates): Finding[] {
  const { rows, by, amount, at, message } = consumption
  const place = rows ?? table
  const columns = columnsOf(fields, place)
  const wrong: readonly [boolean, string, string, string][] = [
    [(rows === undefined) !== (by === undefined), 'by', '明细表与关联列须同时给出',
      'The table and the column that names the document go together'],
    [rows !== undefined && table !== undefined, 'rows', '行内的链接由其所在行占用', 'A link in a row is claimed by that row'],
    [amount !== undefined && place === undefined && max !== 1, 'rows', '关联多个单据时须说明由哪些明细占用',
      'Of several linked documents the rows have to say which they claim'],
  ]
  return [
    ...findingsOf(wrong),
    ...unknown(defined(rows), (name) => fields[name]?.kind === 'table', { where: 'rows', what: { cn: '表格', en: 'table' } }),
    ...unknown(defined(by), (name) => columns[name]?.optionsFrom?.includes(key) === true, { where: 'by',
      what: { cn: '选择该关联单的列', en: 'column that chooses among these documents' } }),
    ...unknown(defined(at), (name) => Object.hasOwn(columns, name), { where: 'at', what }),
    ...defined(amount).flatMap((source) => expressionFindings(source, { fields, table: place }, 'amount')),
    ...(message ? untranslated(message, 'message') : []),
  ]
}

const columnsOf = (fields: Fields, place: string | undefined): Fields => (place === undefined ? fields : (fields[place]?.columns ?? {}))

const defined = (name: string | undefined): string[] => (name === undefined ? [] : [name])

const findingsOf = (faults: readonly [boolean, string, string, string][]): Finding[] =>
  faults.filter(([isWrong]) => isWrong).map(([, where, cn, en]) => finding(where, cn, en))
