import type { FormValue } from '#kernel/values/value.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { saveContracts } from './contracts.ts'

/** Makes a function that inserts contracts with a supplier over 1,000.00: 300 prepayment, 600 on receipt, 100 warranty. */
export function contracting(product: TestProduct, supplier: string) {
  let count = 0
  return async (change: FormValue = {}): Promise<string> => {
    count += 1
    const [id = ''] = await saveContracts(product.database.db, [{
      contractNo: `TEST-${count}`,
      contractName: `测试合同${count}`,
      contractClass: 'purchase',
      contractType: 'single',
      subjectType: 'material',
      currencyType: 'CNY',
      amount: '1000.00',
      signCompany: 'SZ',
      counterparty: '苏州鼎盛五金有限公司',
      supplier,
      prepayPercent: 30,
      receiptPercent: 60,
      acceptancePercent: 0,
      warrantyPercent: 10,
      signDate: '2026-01-01',
      expiryDate: '2027-01-01',
      ownerPerson: 'u-quality',
      departmentId: 'sz-quality',
      ...change,
    }], { by: 'u-quality', at: new Date('2026-11-01T00:00:00Z') })
    return id
  }
}
