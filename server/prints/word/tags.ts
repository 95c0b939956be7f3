import type { FieldDefinition } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { Form } from '#kernel/form.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Parameters } from '#kernel/errors.ts'
import { isSummed } from '../sections.ts'

/** A placeholder of a template, with its label. */
export interface Tag extends Label {
  readonly name: string
}

/** A tag that repeats its content for each row. */
export interface LoopTag extends Tag {
  readonly columns: readonly Tag[]
}

/** The tags available in templates of a form. */
export interface TagCatalogue {
  /** Tags of every document. */
  readonly general: readonly Tag[]
  /** Tags of the form, named by the keys of its fields. */
  readonly fields: readonly Tag[]
  readonly loops: readonly LoopTag[]
  /**
   * Tags that are conditions only: their content is shown or left out. Every other tag is also a condition, which holds where it is
   * filled.
   */
  readonly conditions: readonly Tag[]
  /** Tags that are replaced by pictures. */
  readonly pictures: readonly Tag[]
}

const tag = (name: string, cn: string, en: string): Tag => ({ name, cn, en })

/** Number of a row within its table. */
export const rowNumber = tag('row.no', '序号', 'No.')

/** Tags of every document. They contain a dot, which field keys do not. */
const general: readonly Tag[] = [
  tag('doc.form', '单据名称', 'Form'),
  tag('doc.number', '单据编号', 'Document number'),
  tag('doc.title', '标题', 'Title'),
  tag('doc.company', '所属公司', 'Company'),
  tag('doc.state', '状态', 'State'),
  tag('doc.applicant', '申请人', 'Applicant'),
  tag('doc.department', '申请部门', 'Department'),
  tag('doc.started', '发起时间', 'Initiated'),
  tag('doc.ended', '结束时间', 'Ended'),
  tag('doc.amount', '金额', 'Amount'),
  tag('doc.inRmb', '折人民币', 'In RMB'),
  tag('doc.capitals', '人民币大写', 'Amount in words (RMB)'),
  tag('doc.files', '附件张数', 'Number of attachments'),
  tag('doc.printedBy', '打印人', 'Printed by'),
  tag('doc.printedAt', '打印时间', 'Printed at'),
]

const conditions: readonly Tag[] = [tag('doc.isInApproval', '审批中', 'In approval'), tag('doc.isCompleted', '已完成', 'Completed'),
  tag('doc.isVoided', '已作废', 'Voided')]

const pictures: readonly Tag[] = [tag('doc.seal', '公司印章（仅已完成的单据）', 'Company seal (completed documents only)')]

/** The loop over a document's approvals, in order. */
export const approvalsTag: LoopTag = {
  ...tag('doc.approvals', '审批记录', 'Approvals'),
  columns: [rowNumber, tag('node', '节点', 'Step'), tag('person', '处理人', 'Decided by'), tag('result', '结果', 'Result'),
    tag('opinion', '意见', 'Opinion'), tag('time', '时间', 'Time')],
}

const holdsValue = (field: FieldDefinition): boolean => kindOf(field).holds !== 'nothing'

/** The tags of a form, derived from its declaration. */
export function tagsOf({ fields }: Pick<Form, 'fields'>): TagCatalogue {
  const valued = Object.entries(fields).filter(([, field]) => holdsValue(field))
  const tables = valued.filter(([, { kind }]) => kind === 'table')
  return {
    general,
    conditions: [...conditions, ...tables.map(([name, { cn, en }]) => tag(hasRowsTag(name), `${cn}有行`, `${en}: has rows`))],
    pictures,
    fields: [...valued.filter(([, { kind }]) => kind !== 'table').map(named), ...tables.flatMap(sumTags)],
    loops: [...tables.map(([name, field]) => ({ ...named([name, field]), columns: [rowNumber, ...columnsOf(field).map(named)] })),
      approvalsTag],
  }
}

const named = ([name, { cn, en }]: readonly [string, FieldDefinition]): Tag => ({ name, cn, en })

/** Columns with values. */
export const columnsOf = ({ columns = {} }: FieldDefinition): (readonly [string, FieldDefinition])[] =>
  Object.entries(columns).filter(([, field]) => holdsValue(field))

/** Name of the condition that holds where a table has rows, for its title and its head. */
export const hasRowsTag = (table: string): string => `has.${table}`

/** Name of the tag for the sum of a column. */
export const sumTag = (table: string, column: string): string => `sum.${table}.${column}`

const sumTags = ([table, field]: readonly [string, FieldDefinition]): Tag[] =>
  columnsOf(field).filter(([, column]) => isSummed(column)).map(([name, column]) => ({ name: sumTag(table, name),
    cn: `${field.cn}合计：${column.cn}`, en: `${field.en}, total: ${column.en}` })
  )

/** A problem of a template: a locale key below `prints.word.`, with its parameters. */
export interface TemplateProblem {
  readonly code: string
  readonly parameters?: Parameters
}

/** Thrown for a file that cannot be filled as a template. */
export class BadTemplate extends Error {
  override readonly name = 'BadTemplate'

  constructor(readonly problems: readonly TemplateProblem[]) {
    super(problems.map(({ code }) => code).join(', '))
  }
}
