import { defineFields, text } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { canBank } from './permissions.ts'

/** Bank branch; fills in payees. */
export const bank = defineResource({
  name: 'bank',
  cn: '银行网点',
  en: 'Bank branch',
  base: '/oaserver',
  path: '/bank-management',
  table: 'bank',
  key: 'branch',
  fields: defineFields({
    name: text({ cn: '银行', en: 'Bank', required: true, max: 100 }),
    branch: text({ cn: '网点', en: 'Branch', required: true, max: 100 }),
    branchNo: text({ cn: '联行号', en: 'Branch number', pattern: '^[0-9]{12}$', max: 12 }),
    swift: text({ cn: 'SWIFT', en: 'SWIFT', pattern: '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$', max: 11 }),
    city: text({ cn: '城市', en: 'City', max: 60 }),
  }),
  columns: ['name', 'branch', 'branchNo', 'swift', 'city'],
  filters: ['name', 'city'],
  search: ['name', 'branch', 'branchNo', 'swift', 'city'],
  sort: [{ field: 'name' }, { field: 'branch' }],
  can: canBank,
  scope: 'everyone',
  import: { columns: ['name', 'branch', 'branchNo', 'swift', 'city'].map((field) => ({ field })), match: ['branchNo'], onMatch: 'update' },
})
