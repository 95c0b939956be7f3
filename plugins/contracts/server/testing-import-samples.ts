import { defineImportSamples, wrong } from '#server/architecture-tests/import-sample.ts'

export default defineImportSamples({
  contract: {
    rows: ({ department, person }) => (n) => ({
      contractNo: `HX-${n}0`,
      contractName: `合同${n}`,
      contractClass: '采购合同',
      contractType: '单次合同',
      subjectType: '生产物料',
      currencyType: 'CNY',
      amount: '1200.50',
      signCompany: 'SZ',
      counterparty: '某公司',
      prepayPercent: '30',
      receiptPercent: '70',
      acceptancePercent: '0',
      warrantyPercent: '0',
      signDate: '2026-01-01',
      expiryDate: '2027-01-01',
      execState: '执行中',
      ownerPerson: person,
      departmentId: department,
      storageLocation: '财务部',
    }),
    refusals: [
      wrong('percentages that are not the whole', 'prepayPercent', '合计100%', { contractNo: 'HX-X1', prepayPercent: '20' }),
      wrong('a framework contract with an amount', 'amount', '框架合同金额必须为0', { contractNo: 'HX-X2', contractType: '框架合同' }),
      wrong('an end before its beginning', 'expiryDate', '晚于签订日期', { contractNo: 'HX-X3', expiryDate: '2025-01-01' }),
    ],
  },
})
