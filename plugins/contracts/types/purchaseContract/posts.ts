import type { Posts } from '#kernel/form.ts'

/** Posts framework and annual contracts to SAP as outline agreements, which end when the contract is undone. */
export const posts: readonly Posts[] = [
  {
    id: 'agreement',
    cn: '框架协议',
    en: 'Outline agreement',
    at: 'completion',
    call: 'sap.agreement',
    when: 'contractType = "framework" or (contractType = "annual" and count(items) > 0)',
    body: {
      contractNo: 'contractNo',
      vendor: 'supplier.code',
      purchaseOrg: 'purchaseOrg',
      currency: 'currencyType',
      targetValue: 'amount',
      validFrom: 'signDate',
      validTo: 'expiryDate',
      paymentTerm: 'paymentTerm',
      materials: 'items.material.code',
      descriptions: 'items.itemName',
      quantities: 'items.qty',
      units: 'items.unit',
      prices: 'items.unitPrice',
    },
    amount: 'amountRmb',
    into: 'sapAgreementNo',
    reversal: 'sap.agreementClosing',
    role: 'sapAdmin',
  },
]
