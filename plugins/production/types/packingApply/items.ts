import { attachment, number, radio, select, table, text } from '#kernel/fields.ts'
import { material } from '#plugins/masters/references.ts'

/** The materials that the product is packed in; the packaging engineer completes them. */
export const items = table({
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
