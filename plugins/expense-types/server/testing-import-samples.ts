import { defineImportSamples, wrong } from '#server/architecture-tests/import-sample.ts'

export default defineImportSamples({
  expenseType: {
    rows: () => (n) => ({ code: `HX-${n}`, nameCn: `类别${n}`, nameEn: `Category ${n}`, parent: 'OFFICE', sort: '12', sapSubject: '6602' }),
    refusals: [
      wrong('the same code again', '', '与原文件第 3 行重复', { nameCn: '别的' }),
      wrong('a third level', 'parent', '两级', { code: 'HX-L3', parent: 'OFFICE01' }),
      wrong('itself above', 'parent', '“', { code: 'HX-SELF', parent: 'HX-SELF' }),
    ],
  },
})
