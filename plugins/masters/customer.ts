import { defineFields, person, select } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { salesGroup as salesGroupReference } from './references.ts'
import { enabled, named } from './named.ts'
import { canCustomer, canSalesGroup } from './permissions.ts'

/** A customer of the group. */
export const customer = defineResource({
  name: 'customer',
  cn: '客户',
  en: 'Customer',
  base: '/oaserver',
  path: '/customer-management',
  table: 'customer',
  key: 'code',
  fields: defineFields({
    ...named,
    salesGroupId: salesGroupReference({ cn: '销售组', en: 'Sales group' }),
    region: select({
      cn: '区域',
      en: 'Region',
      options: [
        { value: '1', cn: '国内', en: 'Domestic' },
        { value: '2', cn: '港澳台', en: 'Hong Kong, Macau, Taiwan' },
        { value: '3', cn: '海外', en: 'Overseas' },
      ],
    }),
    level: select({
      cn: '等级',
      en: 'Level',
      options: [
        { value: 'A', cn: 'A 战略', en: 'A Strategic' },
        { value: 'B', cn: 'B 重点', en: 'B Key' },
        { value: 'C', cn: 'C 一般', en: 'C Regular' },
      ],
    }),
    owner: person({ cn: '负责人', en: 'Account manager' }),
    ...enabled,
  }),
  columns: ['code', 'nameCn', 'nameEn', 'salesGroupId', 'region', 'level', 'owner', 'enable'],
  filters: ['salesGroupId', 'region', 'level', 'owner', 'enable'],
  search: ['code', 'nameCn', 'nameEn'],
  can: canCustomer,
  scope: 'everyone',
  enable: 'enable',
  offers: 'customer',
  optionFields: ['code', 'salesGroupId', 'region', 'level', 'owner'],
  import: {
    columns: [
      { field: 'code' },
      { field: 'nameCn' },
      { field: 'nameEn' },
      { field: 'salesGroupId', by: 'code' },
      { field: 'region' },
      { field: 'level' },
      { field: 'owner', by: 'code' },
      { field: 'enable' },
    ],
    match: ['code'],
    onMatch: 'update',
  },
})

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
