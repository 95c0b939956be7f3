import { defineImportSamples, wrong } from '#server/architecture-tests/import-sample.ts'

export default defineImportSamples({
  invoiceTitle: {
    rows: () => (n) => ({ company: 'SZ', title: `苏州宏岳电子有限公司第${n}分公司`, taxNo: `91320000MAB${String(n).padStart(7, '0')}` }),
    refusals: [
      wrong('a tax number that is too short', 'taxNo', '', { taxNo: '9132' }),
      wrong('a company that is none', 'company', '', { company: 'XX' }),
    ],
  },
})
