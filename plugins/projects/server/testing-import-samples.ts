import { defineImportSamples, wrong } from '#server/architecture-tests/import-sample.ts'

export default defineImportSamples({
  actualProject: {
    rows: ({ department }) => (n) => ({ rdProjectCode: `HX-${n}`, rdProjectName: `项目${n}`, sapProjectId: 'P-1', departmentId: department,
      validFrom: '2031-01-01' }),
    refusals: [
      wrong('a period that overlaps', 'validFrom', '有效期重叠', { validFrom: '2032-01-01' }),
      wrong('a period for all departments that overlaps', 'validFrom', '有效期重叠', { validFrom: '2032-01-01', departmentId: '' }),
    ],
  },
})
