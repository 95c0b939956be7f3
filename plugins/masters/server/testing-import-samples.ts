import { defineImportSamples, firstCode, padded, wrong } from '#server/architecture-tests/import-sample.ts'

export default defineImportSamples({
  bank: {
    rows: () => (n) => ({ name: '试行', branch: `试行支行${n}`, branchNo: padded(700_000_000_000 + n, 12), swift: 'ABCDCNBJ',
      city: '苏州' }),
  },
  supplier: {
    rows: () => (n) => ({ code: `HX${n}`, nameCn: `供应商${n}`, nameEn: `Supplier ${n}`, abbreviation: '试', category: '设备', level: '',
      enable: '是' }),
  },
  supplierAccount: {
    async rows({ db }) {
      const supplier = await firstCode(db, 'supplier')
      return (n) => ({ ownerId: supplier, accountName: '户名', accountNo: `62280000${padded(n, 6)}`, proceedsAccountType: '对公',
        currencyType: 'CNY', bank: '试行', branchNo: '', swift: '', address: '路一号' })
    },
    refusals: [wrong('the same account again', '', '与原文件第 3 行重复', { accountName: '别名' })],
  },
  customer: {
    async rows({ db, person }) {
      const group = await firstCode(db, 'sales_group')
      return (n) => ({ code: `HX${n}`, nameCn: `客户${n}`, nameEn: `Customer ${n}`, salesGroupId: group, region: '海外', level: 'B 重点',
        owner: person, enable: '是' })
    },
  },
  salesGroup: {
    rows: ({ person }) => (n) => ({ code: `HX${n}`, nameCn: `销售组${n}`, nameEn: `Group ${n}`, managerUserId: person, enable: '是' }),
  },
  material: {
    rows: () => (n) => ({ code: `HX${n}`, nameCn: `物料${n}`, nameEn: `Material ${n}`, unit: '箱', factory: '1000', storageLocation: 'A1',
      batchManaged: '否', price: '1200.50', enable: '是' }),
  },
})
