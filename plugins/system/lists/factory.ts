import { defineFields, department, text, toggle } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { canFactory } from '../permissions.ts'

/** Plant of the group, with its SAP code. */
export const factory = defineResource({
  name: 'factory',
  cn: '工厂',
  en: 'Plant',
  base: '/system',
  path: '/system/factory',
  table: 'factory',
  key: 'code',
  fields: defineFields({
    code: text({ cn: '工厂编码', en: 'Plant code', required: true, pattern: '^[0-9]{4}$', max: 4 }),
    nameCn: text({ cn: '中文名称', en: 'Chinese name', required: true, max: 60 }),
    nameEn: text({ cn: '英文名称', en: 'English name', required: true, max: 100 }),
    enterpriseId: department({ cn: '所属公司', en: 'Company' }),
    enable: toggle({ cn: '启用', en: 'Enabled', default: 'true' }),
  }),
  columns: ['code', 'nameCn', 'nameEn', 'enterpriseId', 'enable'],
  filters: ['enable'],
  search: ['code', 'nameCn', 'nameEn'],
  can: canFactory,
  scope: 'everyone',
  enable: 'enable',
  offers: 'factory',
  optionFields: ['code'],
})
