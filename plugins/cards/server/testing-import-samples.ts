import { defineImportSamples, wrong } from '#server/architecture-tests/import-sample.ts'

export default defineImportSamples({
  businessCard: {
    rows: () => (n) => ({ nameCn: `客户${n}`, nameEn: `Customer ${n}`, company: '华东贸易有限公司', position: '采购经理',
      mobile: `138${String(n).padStart(8, '0')}`, email: `customer${n}@demo.example`, address: '人民路1号' }),
    refusals: [wrong('a number that is none', 'mobile', '', { mobile: '12345' })],
  },
})
