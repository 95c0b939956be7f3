import { currency, defineFields, select, text } from '#kernel/fields.ts'
import { supplier } from './references.ts'
import { defineResource } from '#kernel/resource.ts'
import { canSupplierAccount } from './permissions.ts'

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
    ownerId: supplier({ cn: '供应商', en: 'Supplier', required: true }),
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
