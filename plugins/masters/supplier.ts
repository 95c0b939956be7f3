import { defineFields, override, select, text } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { enabled, named } from './named.ts'
import { canSupplier } from './permissions.ts'

/** A supplier of the group. */
export const supplier = defineResource({
  name: 'supplier',
  cn: '供应商',
  en: 'Supplier',
  base: '/oaserver',
  path: '/supplier-management',
  table: 'supplier',
  key: 'code',
  fields: defineFields({
    ...override(named, { nameCn: { max: 100 } }),
    abbreviation: text({ cn: '简称', en: 'Abbreviation', required: true, max: 6,
      hint: { cn: '冲销时显示，最多6字', en: 'Shown when offsetting, up to 6 characters' } }),
    category: select({
      cn: '类别',
      en: 'Category',
      options: [
        { value: '1', cn: '原材料', en: 'Raw material' },
        { value: '2', cn: '外协加工', en: 'Outsourced processing' },
        { value: '3', cn: '设备', en: 'Equipment' },
        { value: '4', cn: '服务', en: 'Services' },
        { value: '9', cn: '其他', en: 'Other' },
      ],
    }),
    level: select({ cn: '等级', en: 'Level', dict: 'supplierLevel' }),
    creditCode: text({ cn: '统一社会信用代码', en: 'Unified social credit code', max: 18, pattern: '^[0-9A-HJ-NPQRTUWXY]{18}$' }),
    ...enabled,
  }),
  columns: ['code', 'nameCn', 'nameEn', 'abbreviation', 'category', 'level', 'enable'],
  filters: ['category', 'level', 'enable'],
  search: ['code', 'nameCn', 'nameEn', 'abbreviation', 'creditCode'],
  can: canSupplier,
  scope: 'everyone',
  enable: 'enable',
  offers: 'supplier',
  optionFields: ['code', 'abbreviation', 'category', 'level'],
  import: { columns: ['code', 'nameCn', 'nameEn', 'abbreviation', 'category', 'level', 'enable'].map((field) => ({ field })),
    match: ['code'], onMatch: 'update' },
})
