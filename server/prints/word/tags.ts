import type { FieldDefinition, FieldKind } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { Label } from '#kernel/wording/label.ts'
import { isSummed } from '../sections.ts'

/** A blank of a template with what fills it. */
export interface Tag extends Label {
  readonly name: string
}

/** A tag that repeats what stands between it and its end, once for each row. */
export interface LoopTag extends Tag {
  readonly columns: readonly Tag[]
}

/** The tags that a template of a form may name. */
export interface TagCatalogue {
  /** Of every document. */
  readonly general: readonly Tag[]
  /** Of the form, by the keys of its fields. */
  readonly fields: readonly Tag[]
  readonly loops: readonly LoopTag[]
  /** Shown or left out with what stands between the tag and its end, beside every other tag, which asks whether it is filled. */
  readonly conditions: readonly Tag[]
  /** Drawn where they stand. */
  readonly pictures: readonly Tag[]
}

const tag = (name: string, cn: string, en: string): Tag => ({ name, cn, en })

/** Number of a row within its table. */
export const rowNumber = tag('row.no', '序号', 'No.')

/** Tags of every document; no field key has a dot. */
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

/** The approvals of a document, in their order. */
export const approvalsTag: LoopTag = {
  ...tag('doc.approvals', '审批记录', 'Approvals'),
  columns: [rowNumber, tag('node', '节点', 'Step'), tag('person', '处理人', 'Decided by'), tag('result', '结果', 'Result'),
    tag('opinion', '意见', 'Opinion'), tag('time', '时间', 'Time')],
}

/** Kinds that hold no value. */
const silent: ReadonlySet<FieldKind> = new Set(['title', 'plaintext'])

/** The tags of a form, from its declaration. */
export function tagsOf({ fields }: Pick<Form, 'fields'>): TagCatalogue {
  const valued = Object.entries(fields).filter(([, { kind }]) => !silent.has(kind))
  const tables = valued.filter(([, { kind }]) => kind === 'table')
  return {
    general,
    conditions,
    pictures,
    fields: [...valued.filter(([, { kind }]) => kind !== 'table').map(named), ...tables.flatMap(sumTags)],
    loops: [...tables.map(([name, field]) => ({ ...named([name, field]), columns: [rowNumber, ...columnsOf(field).map(named)] })),
      approvalsTag],
  }
}

const named = ([name, { cn, en }]: readonly [string, FieldDefinition]): Tag => ({ name, cn, en })

/** Columns that hold values. */
export const columnsOf = ({ columns = {} }: FieldDefinition): (readonly [string, FieldDefinition])[] =>
  Object.entries(columns).filter(([, { kind }]) => !silent.has(kind))

/** Name of the tag that holds what a column adds up to. */
export const sumTag = (table: string, column: string): string => `sum.${table}.${column}`

const sumTags = ([table, field]: readonly [string, FieldDefinition]): Tag[] =>
  columnsOf(field).filter(([, column]) => isSummed(column)).map(([name, column]) => ({ name: sumTag(table, name),
    cn: `${field.cn}合计：${column.cn}`, en: `${field.en}, total: ${column.en}` })
  )
