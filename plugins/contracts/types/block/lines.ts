import { calculated, defineFields, type FieldDefinition, type Fields, money, number, select, table } from '#kernel/fields.ts'
import type { RowTaking } from '#kernel/fields/links.ts'
import { material } from '#plugins/masters/references.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import type { Label } from '#kernel/wording/label.ts'

const priced = defineFields({
  qty: number({ cn: '数量', en: 'Quantity', required: true, min: 0, precision: 3 }),
  unit: select({ cn: '单位', en: 'Unit', required: true, dict: 'unit', default: 'if material = null then "pcs" else material.unit' }),
  unitPrice: money({ cn: '含税单价', en: 'Unit price (tax incl.)', required: true, min: 0, precision: 6, each: true }),
  lineAmount: calculated({ cn: '金额', en: 'Amount', result: 'money', value: 'decimal(qty * unitPrice, 2)' }),
})

/** Table of items bought or sold; absent for a framework contract. */
export const lines = <const Named extends Fields, const More extends Fields>(
  { cn, en, max, required, named, more, takes }: Lines<Named, More>,
) =>
  defineFields({
    items: table({ cn, en, required: 'contractType != "framework"', min: 1, max, section: 'items', span: 4, ...(takes && { takes }),
      columns: { material: material({ cn: '物料', en: 'Material', required }), ...named, ...priced, ...more } }),
  })

interface Lines<Named extends Fields, More extends Fields> extends Label {
  readonly max: number
  /** Condition under which a line requires a material. */
  readonly required: NonNullable<FieldDefinition['required']>
  /** Columns that name a line, in addition to its material. */
  readonly named: Named
  /** Documents from which lines are copied. */
  readonly takes?: RowTaking
  /** Further columns of a line. */
  readonly more: More
}

export const lineRules = defineRules([
  rule('X-R2', {
    when: 'count(items) > 0 and sum(items[lineAmount != null].lineAmount) != amount',
    fields: ['amount'],
    cn: '产品明细合计必须等于合同金额',
    en: 'Product lines must total the contract amount',
  }),
  rule('X-R2-qty', { each: 'items', when: 'qty <= 0', fields: ['qty'], cn: '数量必须大于0', en: 'The quantity must be greater than 0' }),
  rule('X-R2-delivery', { when: 'deliveryDate < signDate', fields: ['deliveryDate'], cn: '交货日期不能早于签订日期',
    en: 'The delivery date must not be earlier than the signing date' }),
])
