import { defineFields, person } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { enabled, named } from './named.ts'
import { canSalesGroup } from './permissions.ts'

/** A group of the sales organisation, which customers belong to. */
export const salesGroup = defineResource({
  name: 'salesGroup',
  cn: '销售组',
  en: 'Sales group',
  base: '/oaserver',
  path: '/sales-group-management',
  table: 'sales_group',
  key: 'code',
  fields: defineFields({ ...named, managerUserId: person({ cn: '负责人', en: 'Manager' }), ...enabled }),
  columns: ['code', 'nameCn', 'nameEn', 'managerUserId', 'enable'],
  filters: ['managerUserId', 'enable'],
  search: ['code', 'nameCn', 'nameEn'],
  can: canSalesGroup,
  scope: 'everyone',
  enable: 'enable',
  offers: 'salesGroup',
  optionFields: ['code', 'managerUserId'],
  import: {
    columns: [{ field: 'code' }, { field: 'nameCn' }, { field: 'nameEn' }, { field: 'managerUserId', by: 'code' }, { field: 'enable' }],
    match: ['code'],
    onMatch: 'update',
  },
})
