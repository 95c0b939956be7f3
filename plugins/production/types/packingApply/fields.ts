import { attachment, date, defineFields, integer, multiselect, number, select, text, textarea, radio, table } from '#kernel/fields.ts'
import { header } from '#plugins/forms/kit.ts'
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

export const fields = defineFields({ ...header({ cn: '包装申请', en: 'Packing application' }), ...order, items, ...printed, ...packed })
