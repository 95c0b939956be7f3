import { datetime, defineFields, integer, number, text, textarea } from '#kernel/fields.ts'
import { defineForm, type Figures, type Form, type Posts, type Section } from '#kernel/form.ts'
import type { Label } from '#kernel/wording/label.ts'
import { basics, closing, header } from '#plugins/forms/kit.ts'

/** Fields that every document pushed by SAP has beside its own; keys of the payload that a form does not know stand in `extra`. */
export const pushedHeader = (type: Label) =>
  defineFields({
    ...header(type),
    // SAP names its documents in both languages; not shown beside the title
    titleEn: text({ cn: '英文标题', en: 'English title', max: 200, default: 'title' }),
    sapDocNo: text({ cn: 'SAP单据号', en: 'SAP document no.', required: true, max: 20, section: 'basics' }),
    sapVersion: integer({ cn: 'SAP版本', en: 'SAP version', required: true, isName: true, min: 1, max: 999_999_999, section: 'basics' }),
    // needed for the answer to SAP; not shown
    requestId: text({ cn: '请求号', en: 'Request', max: 64 }),
    callbackTarget: text({ cn: '回传目标', en: 'Target of the result', max: 60 }),
    attachmentCount: integer({ cn: '推送附件数', en: 'Files that were pushed' }),
    extra: textarea({ cn: 'SAP其他信息', en: 'Further data of SAP', max: 8000, visible: 'extra != null', section: 'more', span: 4 }),
  })

/** Stock of a line's material as SAP has it when the document is pushed, beside the one that was sent; absent while SAP does not answer. */
export const stockInSap = defineFields({
  stockRead: number({ cn: 'SAP库存', en: 'Stock in SAP', system: true, readOnly: true, precision: 3, visible: 'stockRead != null' }),
  stockReadAt: datetime({ cn: '库存读取时间', en: 'Stock read at', system: true, readOnly: true, visible: 'stockRead != null' }),
})

/** Reads these columns, in stock-keeping units; by plant where the document has one, and by storage location where the line has one. */
export const readsStock = (by: Figures['with'] = {},
  narrowedBy: Figures['narrowedBy'] = {}): readonly Figures[] => [{ call: 'sap.stock', with: { material: 'material', ...by }, narrowedBy,
  rows: 'items', into: { stockRead: 'qty' }, readAt: 'stockReadAt', at: ['submit'] }]

/** Sections of a pushed form: data of SAP, lines, and decisions. */
export const pushedSections = (lines: Label, ...more: readonly Section[]): readonly Section[] => [
  basics,
  { id: 'document', cn: 'SAP单据信息', en: 'SAP document' },
  { id: 'items', ...lines },
  ...more,
  ...closing,
]

type PushedForm =
  & Pick<Form, 'key' | 'cn' | 'en' | 'path' | 'prefix' | 'icon' | 'sections' | 'fields' | 'rules' | 'flow' | 'columns'>
  & Partial<Pick<Form, 'amount' | 'figures' | 'subject' | 'unique'>>
  & {
    /** Decisions on each line, beside its number; FEEL in the row's context. */
    readonly answers: Readonly<Record<string, string>>
    /** Decisions on the whole. */
    readonly result?: Posts['body']
    /** Call that takes the result. @default the service of the customer that the push has named */
    readonly call?: string
  }

/**
 * A form whose documents are started and corrected by SAP only. Each line is answered at the end; a refusal, a revocation and a voiding are
 * answered without lines.
 */
export function pushed({ answers, result, call = 'sap.approvalResult', ...form }: PushedForm): Form {
  return defineForm({
    ...form,
    startedBy: 'otherSystem',
    detailPath: form.path,
    group: 'sap',
    posts: [{
      id: 'result',
      cn: '回传审批结果',
      en: 'Result for SAP',
      at: 'end',
      call,
      body: { requestId: 'requestId', sapDocNo: 'sapDocNo', version: 'sapVersion', businessNo: 'businessNo', target: 'callbackTarget',
        ...result },
      lists: { items: { table: 'items', entry: { itemNo: 'itemNo', ...answers } } },
      role: 'sapAdmin',
    }],
  })
}
