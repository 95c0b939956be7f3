import { defineImportSamples, wrong } from '#server/architecture-tests/import-sample.ts'

export default defineImportSamples({
  offlineReimbursement: {
    async rows({ db, department, person }) {
      const centre = await db.selectFrom('cost_center').select('code').where('id', '=', 'cc-sz-quality').executeTakeFirstOrThrow()
      return (n) => ({
        voucherNo: `HX-${n}`,
        company: '苏州宏岳电子有限公司',
        expenseDate: '2026-11-05',
        budgetMonth: '2026-11',
        applicant: person,
        bearingDept: department,
        costCenter: centre.code,
        expenseCategory: 'OFFICE',
        expenseDetail: '打印纸',
        project: '',
        currencyType: 'CNY',
        amount: '1200.50',
        remark: '补录',
      })
    },
    refusals: [
      wrong('the same again', 'voucherNo', '已存在', {}),
      wrong('a month without rate', 'currencyType', '汇率', { voucherNo: 'HX-A', currencyType: 'KRW' }),
      wrong('nothing', 'amount', '不能为0', { voucherNo: 'HX-B', amount: '0' }),
      wrong('a day to come', 'expenseDate', '今天', { voucherNo: 'HX-C', expenseDate: '2026-12-01', budgetMonth: '2026-12' }),
      wrong('another department’s cost centre', 'costCenter', '成本中心', { voucherNo: 'HX-D', costCenter: 'CC1010' }),
      wrong('an unheard-of month', 'budgetMonth', '格式', { voucherNo: 'HX-E', budgetMonth: '2026-00' }),
    ],
  },
})
