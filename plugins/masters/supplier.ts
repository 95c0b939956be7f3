import { currency, defineFields, override, select, text } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { enabled, named } from './named.ts'
import { canSupplier, canSupplierAccount } from './permissions.ts'
import { supplier as supplierReference } from './references.ts'

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

/** Payee account of a supplier, maintained in a register; accounts of people are maintained by themselves. */
export const supplierAccount = defineResource({
  name: 'supplierAccount',
  cn: '供应商收款账户',
  en: 'Supplier account',
  base: '/oaserver',
  path: '/supplier-account-management',
  table: 'supplier_account',
  key: 'accountNo',
  fields: defineFields({
    ownerId: supplierReference({ cn: '供应商', en: 'Supplier', required: true }),
    accountName: text({ cn: '户名', en: 'Account name', required: true, max: 100 }),
    accountNo: text({ cn: '账号', en: 'Account number', required: true, pattern: '^[A-Z0-9]{5,34}$', max: 34, masked: true }),
    proceedsAccountType: select({
      cn: '账户性质',
      en: 'Account type',
      required: true,
      default: '"1"',
      options: [
        { value: '1', cn: '对公', en: 'Corporate' },
        { value: '2', cn: '对私', en: 'Personal' },
      ],
    }),
    currencyType: currency({ cn: '币种', en: 'Currency', required: true, default: '"CNY"' }),
    bank: text({ cn: '开户行', en: 'Bank', required: true, max: 100 }),
    branchNo: text({ cn: '联行号', en: 'Branch number', pattern: '^[0-9]{12}$', max: 12 }),
    swift: text({ cn: 'SWIFT', en: 'SWIFT', pattern: '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$', max: 11 }),
    address: text({ cn: '银行地址', en: 'Bank address', max: 200 }),
  }),
  columns: ['ownerId', 'accountName', 'accountNo', 'proceedsAccountType', 'currencyType', 'bank', 'branchNo', 'swift'],
  filters: ['ownerId', 'proceedsAccountType', 'currencyType'],
  search: ['accountName', 'accountNo', 'bank'],
  can: canSupplierAccount,
  scope: 'everyone',
  import: {
    columns: [
      { field: 'ownerId', by: 'code' },
      { field: 'accountName' },
      { field: 'accountNo' },
      { field: 'proceedsAccountType' },
      { field: 'currencyType' },
      { field: 'bank' },
      { field: 'branchNo' },
      { field: 'swift' },
      { field: 'address' },
    ],
    match: ['ownerId', 'accountNo'],
    onMatch: 'refuse',
  },
})
