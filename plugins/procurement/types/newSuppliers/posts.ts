import type { Posts } from '#kernel/form.ts'

/** Posts the supplier as a business partner with company code and purchasing data. */
export const posts: readonly Posts[] = [
  {
    id: 'vendor',
    cn: '供应商主数据',
    en: 'Vendor master',
    at: 'completion',
    call: 'sap.vendor',
    body: {
      name: 'supplierName',
      searchTerm: 'supplierShort',
      creditCode: 'creditCode',
      dunsNo: 'dunsNo',
      domestic: 'domestic',
      area: 'area',
      street: 'address',
      accountGroup: 'sapVendorGroup',
      purchaseOrg: 'purchaseOrg',
      reconciliationAccount: 'reconAccount',
      paymentTerm: 'paymentTerm',
      currency: 'currencyType',
      tradeTerm: 'tradeTerm',
      contacts: 'contacts',
      bankAccounts: 'bankAccounts',
    },
    into: 'sapVendorNo',
    role: 'sapAdmin',
  },
]
