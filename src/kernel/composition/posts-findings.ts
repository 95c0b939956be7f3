import { nodesOf } from '../flow/flow-nodes.ts'
import type { Fields } from '../fields.ts'
import type { Form } from '../form.ts'
import { conditionFindings } from './absence/absence-findings.ts'
import { expressionFindings } from './expressions.ts'
import { type Finding, finding, repeated, unknown, untranslated, within } from './problem.ts'

/** A number that another system gives goes into a text that nobody types. */
const numberFindings = (into: string | undefined, fields: Fields): Finding[] =>
  unknown(into === undefined ? [] : [into], (key) => fields[key]?.kind === 'text' && fields[key].system === true, { where: 'into',
    what: { cn: '系统文本字段', en: 'system text' } })

/** Finds postings to other systems at a moment that never comes, of rows that do not exist, or with expressions that cannot be read. */
export function postsFindings({ posts = [], fields, flow }: Form): Finding[] {
  const moments = new Set(['completion', ...nodesOf(flow).filter(({ block }) => block === 'approve').map(({ id }) => id)])
  return [
    ...repeated(posts.map(({ id }) => id), { where: '', what: { cn: '过账', en: 'posting' } }),
    ...posts.flatMap(({ id, cn, en, at, rows, when, body, amount, into }) =>
      within(id, [
        ...untranslated({ cn, en }, ''),
        ...unknown([at], (moment) => moments.has(moment), { where: 'at', what: { cn: '时机', en: 'moment' } }),
        ...unknown(rows === undefined ? [] : [rows], (key) => fields[key]?.kind === 'table', { where: 'rows',
          what: { cn: '表格', en: 'table' } }),
        ...numberFindings(into, rows === undefined ? fields : (fields[rows]?.columns ?? {})),
        ...(Object.keys(body).length === 0 ? [finding('body', '没有要发送的内容', 'Nothing is sent')] : []),
        ...Object.entries({ ...body, ...(when !== undefined && { when }), ...(amount !== undefined && { amount }) }).flatMap((
          [name, source],
        ) => (name === 'when' ? conditionFindings : expressionFindings)(source, { fields, table: rows }, name)),
      ])
    ),
  ]
}
