import { definePlugin } from '#kernel/plugin.ts'
import { defineFields, text } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { customer, salesGroup } from './customer.ts'
import { cn, en } from './texts.ts'
import { material } from './material.ts'
import { canBank, canCustomer, canMaterial, canSalesGroup, canSupplier, canSupplierAccount } from './permissions.ts'
import { supplier, supplierAccount } from './supplier.ts'

/** Bank branch; fills in payees. */
const bank = defineResource({
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

/** Master data shared by forms of several modules: business partners, materials, bank branches and payee accounts. */
export default definePlugin({
  id: 'masters',
  requires: ['currencies'],
  permissions: [canSupplier, canSupplierAccount, canCustomer, canSalesGroup, canMaterial, canBank].flatMap((can) => Object.values(can)),
  references: ['bankAccount'],
  resources: [supplier, supplierAccount, customer, salesGroup, material, bank],
  dictionaries: [
    {
      key: 'supplierLevel',
      cn: '供应商等级',
      en: 'Supplier level',
      items: [
        { value: 'A', cn: '战略', en: 'Strategic' },
        { value: 'B', cn: '合格', en: 'Qualified' },
        { value: 'C', cn: '限用', en: 'Restricted' },
        { value: 'D', cn: '淘汰', en: 'Rejected' },
      ],
    },
    {
      key: 'unit',
      cn: '单位',
      en: 'Unit',
      items: [
        { value: 'pcs', cn: '个', en: 'pcs' },
        { value: 'set', cn: '套', en: 'set' },
        { value: 'carton', cn: '箱', en: 'carton' },
        { value: 'unit', cn: '台', en: 'unit' },
        { value: 'pack', cn: '包', en: 'pack' },
        { value: 'time', cn: '次', en: 'time' },
        { value: 'month', cn: '月', en: 'month' },
        { value: 'manDay', cn: '人天', en: 'man-day' },
        { value: 'item', cn: '项', en: 'item' },
      ],
    },
  ],
  menus: [
    { id: 'masters', cn: '基础资料', en: 'Master data', sort: 40 },
    { id: 'supplier-management', parent: 'masters', cn: '供应商', en: 'Suppliers', icon: 'shop', path: supplier.path,
      needs: canSupplier.view, sort: 10 },
    { id: 'supplier-account-management', parent: 'masters', cn: '供应商账户', en: 'Supplier accounts', icon: 'credit-card',
      path: supplierAccount.path, needs: canSupplierAccount.view, sort: 20 },
    { id: 'customer-management', parent: 'masters', cn: '客户', en: 'Customers', icon: 'team', path: customer.path, needs: canCustomer.view,
      sort: 30 },
    { id: 'sales-group-management', parent: 'masters', cn: '销售组', en: 'Sales groups', icon: 'contacts', path: salesGroup.path,
      needs: canSalesGroup.view, sort: 40 },
    { id: 'material-master', parent: 'masters', cn: '物料', en: 'Materials', icon: 'appstore', path: material.path, needs: canMaterial.view,
      sort: 50 },
    { id: 'bank-management', parent: 'masters', cn: '银行网点', en: 'Bank branches', icon: 'bank', path: bank.path, needs: canBank.view,
      sort: 60 },
  ],
  locales: { cn, en },
})
