import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { account, buyer, contact, supplierOf, supplierSay } from '../testing-suppliers.ts'
import { newSuppliers } from './index.ts'

const certificates = (filled: object) => (filled as { readonly certificates: readonly object[] }).certificates

describeForm(newSuppliers, {
  by: buyer,
  filled: (support) => supplierOf(support),
  say: (support) => supplierSay(support),
  passes: ['purchaseManager: buyer', 'rd: rd', 'sqe: quality', 'qualityHead: yangfan', 'finance: accountant', 'vp: qianhong'],
  edges: {
    'NS-R2': {
      breaks: (filled) => ({ ...filled, certificates: certificates(filled).map((row) => ({ ...row, validTo: '2026-11-20' })) }),
      keeps: (filled) => ({ ...filled, certificates: certificates(filled).map((row) => ({ ...row, validTo: '2026-11-21' })) }),
    },
    'NS-R5': { breaks: (filled) => ({ ...filled, certificates: certificates(filled).map((row) => ({ ...row, certType: 'iso9001' })) }),
      keeps: {} },
    'NS-R6': { breaks: { contacts: [contact(), contact({ rowId: 'k2' })] },
      keeps: { contacts: [contact(), contact({ rowId: 'k2', isMain: '0' })] } },
    'NS-R7': { breaks: { agreements: ['quality', 'rohs'] }, keeps: { agreements: ['quality', 'rohs', 'integrity'] } },
    'NS-R8': { breaks: { agreements: ['quality', 'integrity'] }, keeps: { supplierType: 'equipment', agreements: ['integrity'] } },
    'NS-R9': { breaks: { foundedDate: '2026-11-21' }, keeps: { foundedDate: '2026-11-20' } },
    'NS-R10': { breaks: { registeredCapital: '0.00' }, keeps: { registeredCapital: '0.01' } },
    'NS-R12': { breaks: { bankAccounts: [account({ accountNo: '6222020000000000001' })] },
      keeps: { bankAccounts: [account({ accountNo: '6222020000000000001', currencyType: 'USD' })] } },
  },
  elsewhere: ['NS-R3', 'NS-R3-twice', 'NS-R4', 'NS-R11'],
})
