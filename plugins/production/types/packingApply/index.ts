import { defineForm } from '#kernel/form.ts'
import { approve, both, copy, defineFlow, role } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { attachment, date, defineFields, integer, multiselect, number, radio, select, table, text, textarea } from '#kernel/fields.ts'
import { basics, closing, deptHead, header, headerRules } from '#plugins/forms/kit.ts'
import { customer, material } from '#plugins/masters/references.ts'

/** The materials that the product is packed in; the packaging engineer completes them. */
const items = table({
  cn: '包装物明细',
  en: 'Packing items',
  required: true,
  min: 1,
  max: 50,
  editAt: ['packageEng'],
  section: 'items',
  span: 4,
  columns: {
    itemType: select({ cn: '包装物类型', en: 'Item type', required: true, dict: 'packItemType' }),
    material: material({ cn: '物料', en: 'Material' }),
    desc: text({ cn: '描述', en: 'Description', required: true, max: 100, default: 'material.nameCn' }),
    isNew: radio({ cn: '是否新增', en: 'New item', required: true, trend: true, dict: 'yesNo', default: '"0"' }),
    usage: number({ cn: '用量', en: 'Usage', required: true, min: 0, precision: 3, default: '1' }),
    unit: select({ cn: '单位', en: 'Unit', required: true, dict: 'unit', default: 'if material = null then "pcs" else material.unit' }),
    size: text({ cn: '尺寸', en: 'Size', max: 60 }),
    artwork: attachment({ cn: '设计稿', en: 'Artwork', max: 10 }),
    note: text({ cn: '说明', en: 'Note', max: 200 }),
  },
})

const order = defineFields({
  packType: select({ cn: '包装类型', en: 'Packing type', required: true, trend: true, dict: 'packType', default: '"brand"',
    section: 'order' }),
  customer: customer({ cn: '客户', en: 'Customer', required: 'packType = "custom"', section: 'order' }),
  salesOrderNo: text({ cn: '销售订单号', en: 'Sales order', required: 'packType in ("custom","brand")', pattern: '^\\d{6,10}$',
    section: 'order', hint: { cn: '6–10位数字', en: '6–10 digits' } }),
  product: material({ cn: '产品', en: 'Product', required: true, section: 'order', span: 2 }),
  country: select({ cn: '销往国家/地区', en: 'Country or region', required: true, dict: 'salesCountry', default: '"CN"',
    section: 'order' }),
  orderQty: integer({ cn: '数量', en: 'Quantity', required: true, min: 1, section: 'order' }),
  deliveryDate: date({ cn: '交期', en: 'Delivery date', required: true, section: 'order' }),
})

const printed = defineFields({
  language: multiselect({
    cn: '文字语言',
    en: 'Text languages',
    required: true,
    default: '["zh"]',
    section: 'printed',
    span: 2,
    options: [
      { value: 'zh', cn: '中文', en: 'Chinese' },
      { value: 'en', cn: '英文', en: 'English' },
      { value: 'ru', cn: '俄文', en: 'Russian' },
      { value: 'es', cn: '西班牙文', en: 'Spanish' },
      { value: 'ar', cn: '阿拉伯文', en: 'Arabic' },
      { value: 'other', cn: '其他', en: 'Other' },
    ],
  }),
  marks: multiselect({
    cn: '认证标识',
    en: 'Certification marks',
    required: true,
    trend: true,
    section: 'printed',
    span: 2,
    options: [
      { value: 'ccc', cn: 'CCC', en: 'CCC' },
      { value: 'ce', cn: 'CE', en: 'CE' },
      { value: 'fcc', cn: 'FCC', en: 'FCC' },
      { value: 'rohs', cn: 'RoHS', en: 'RoHS' },
      { value: 'weee', cn: 'WEEE', en: 'WEEE' },
      { value: 'none', cn: '无', en: 'None' },
    ],
  }),
  shippingMark: textarea({ cn: '唛头', en: 'Shipping mark', max: 300, section: 'printed', span: 2 }),
  requirement: textarea({ cn: '包装要求', en: 'Requirement', required: true, max: 1000, section: 'printed', span: 4 }),
})

const engineer = { atNode: 'packageEng', editAt: ['packageEng'], section: 'packed' } as const

/** The measures of the engineer, and the proof that sales has the customer confirm. */
const packed = defineFields({
  grossWeight: number({ cn: '毛重（kg）', en: 'Gross weight (kg)', min: 0, precision: 3, ...engineer }),
  netWeight: number({ cn: '净重（kg）', en: 'Net weight (kg)', min: 0, precision: 3, ...engineer }),
  cartonSize: text({ cn: '箱规（mm）', en: 'Carton size (mm)', pattern: '^\\d+[x×]\\d+[x×]\\d+$', max: 30,
    hint: { cn: '长×宽×高，如 400×300×250', en: 'Length×width×height, e.g. 400×300×250' }, ...engineer }),
  pcsPerCarton: integer({ cn: '装箱数', en: 'Pieces per carton', min: 1, ...engineer }),
  sampleConfirm: attachment({ cn: '样张确认', en: 'Proof confirmed', required: 'packType = "custom"', atNode: 'salesConfirm',
    editAt: ['salesConfirm'], section: 'packed', span: 4 }),
})

const fields = defineFields({ ...header({ cn: '包装申请', en: 'Packing application' }), ...order, items, ...printed, ...packed })

const measured = ['packageEng'] as const
const filled = ['start', 'packageEng'] as const

const own = defineRules([
  rule('PK-R1', { when: 'grossWeight < netWeight', fields: ['grossWeight'], at: measured, cn: '毛重不能小于净重',
    en: 'The gross weight must not be less than the net weight' }),
  rule('PK-R2', {
    each: 'items',
    when: 'isNew = "1" and count(artwork) = 0',
    fields: ['artwork'],
    at: filled,
    cn: '新增包装物须上传设计稿',
    en: 'A new packing item needs its artwork',
  }),
  rule('PK-R3', {
    when: 'list contains(marks, "none") and count(marks) > 1',
    fields: ['marks'],
    cn: '无认证标识不能与其他同时选择',
    en: '“None” can’t be combined with other marks',
  }),
  rule('PK-R4', { when: 'deliveryDate < today()', fields: ['deliveryDate'], cn: '交期不能早于今天',
    en: 'The delivery date can’t be in the past' }),
  rule('PK-R5', { each: 'items', when: 'usage <= 0', fields: ['usage'], at: filled, cn: '用量须大于0',
    en: 'The usage must be more than 0' }),
  rule('PK-R6', { when: 'netWeight <= 0', fields: ['netWeight'], at: measured, cn: '净重须大于0',
    en: 'The net weight must be more than 0' }),
])

const rules = [...headerRules, ...own] as const

const flow = defineFlow([
  deptHead,
  approve('packageEng', role('processEngineer'), { cn: '包装工程师', en: 'Packaging engineer', manual: true }),
  approve('cert', role('qualityHead'), { cn: '认证', en: 'Certification', when: 'not(list contains(marks, "none"))' }),
  approve('salesConfirm', role('salesManagerApprover'), { cn: '销售确认', en: 'Sales', manual: true, when: 'packType = "custom"' }),
  approve('qualityHead', role('qualityHead'), { cn: '质量负责人', en: 'Quality head', mode: 'all' }),
  approve('pmc', role('pmc'), { cn: 'PMC', en: 'PMC', when: 'some i in items satisfies i.isNew = "1"' }),
  copy('cc', both(role('purchaseManager'), role('warehouse')), { cn: '抄送', en: 'CC' }),
])

/** The packing of a product for an order: cartons, labels and manuals, what is printed on them, and their weights. */
export const packingApply = defineForm({
  key: 'packingApply',
  cn: '包装申请',
  en: 'Packing application',
  short: { cn: '包装申请', en: 'Packing' },
  path: '/packing-apply',
  prefix: 'BZSQ',
  group: 'production',
  icon: 'inbox',
  abortAfterCompletion: true,
  sections: [
    basics,
    { id: 'order', cn: '订单信息', en: 'Order' },
    { id: 'items', cn: '包装物明细', en: 'Packing items' },
    { id: 'printed', cn: '印刷与要求', en: 'Print and requirements' },
    { id: 'packed', cn: '装箱数据与样张', en: 'Packing data and proof' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: ['requirement'],
  columns: ['packType', 'product', 'customer', 'orderQty', 'deliveryDate', 'country', 'salesOrderNo'],
})
