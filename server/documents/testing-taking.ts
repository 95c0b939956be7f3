import { defineFields, documentLink, money, number, select, table, text } from '#kernel/fields.ts'
import { approve, defineFlow } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'

const flow = defineFlow([approve('first', { rule: 'fixed', people: ['head'] }, { cn: '节点', en: 'Node' })], { overdueHours: 0 })
const title = text({ cn: '标题', en: 'Title', required: true, max: 50 })
const secret = { roles: ['oaAdmin'] }

/** Quotations with a confidential cost; rows of last year cannot be taken over. */
const quoted = defineForm({
  key: 'quoted',
  cn: '报价单',
  en: 'Quotation',
  path: '/quoted',
  prefix: 'BJ',
  group: 'it',
  icon: 'file',
  abortAfterCompletion: true,
  fields: defineFields({
    title,
    rate: number({ cn: '税率', en: 'Rate' }),
    lines: table({ cn: '行', en: 'Lines', columns: {
      code: text({ cn: '料号', en: 'Code', required: true }),
      net: money({ cn: '净价', en: 'Net price' }),
      year: select({ cn: '年', en: 'Year', options: [{ value: 'old', cn: '旧', en: 'Old' }, { value: 'new', cn: '新', en: 'New' }] }),
      cost: money({ cn: '成本', en: 'Cost', system: true, visibleTo: secret }),
    } }),
  }),
  flow,
})

/** Orders that take over such prices, each price once. */
const ordered = defineForm({
  key: 'ordered',
  cn: '订单',
  en: 'Order',
  path: '/ordered',
  prefix: 'DD',
  group: 'it',
  icon: 'file',
  fields: defineFields({
    title,
    quotes: documentLink({ cn: '报价', en: 'Quotations', links: ['quoted'], visible: 'title != "hidden"' }),
    lines: table({
      cn: '行',
      en: 'Lines',
      takes: {
        from: 'quotes',
        once: true,
        of: {
          quoted: { rows: 'lines', when: 'year = "new"', keeps: ['code', 'price'],
            set: { code: 'code', price: 'net * (1 + header.rate)', qty: '1', cost: 'cost' } },
        },
      },
      columns: {
        code: text({ cn: '料号', en: 'Code', required: true }),
        price: money({ cn: '价格', en: 'Price' }),
        qty: number({ cn: '数量', en: 'Quantity' }),
        cost: money({ cn: '成本', en: 'Cost', system: true, visibleTo: secret }),
      },
    }),
  }),
  flow,
})

/** A form whose rows are taken from another form, and that other form. */
export const takingForms = [quoted, ordered] as const
