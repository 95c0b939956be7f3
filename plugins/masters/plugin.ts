import { definePlugin } from '#kernel/plugin.ts'
import { bank } from './bank.ts'
import { customer } from './customer.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { material } from './material.ts'
import { canBank, canCustomer, canMaterial, canSalesGroup, canSupplier, canSupplierAccount } from './permissions.ts'
import { salesGroup } from './sales-group.ts'
import { supplierAccount } from './supplier-account.ts'
import { supplier } from './supplier.ts'

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
