import { defineImportSamples, wrong } from '#server/architecture-tests/import-sample.ts'

const yearOf = (day = '') => day.slice(0, 4)

export default defineImportSamples({
  sapUnit: {
    rows: () => (n) => ({ unit: '项', sapCode: 'LE', validFrom: `${2100 + n}-01-01`, validTo: `${2100 + n}-12-31` }),
    refusals: [
      wrong('a period that overlaps', 'validFrom', '有效期重叠',
        ({ validFrom }) => ({ validFrom: `${yearOf(validFrom)}-06-01`, validTo: '' })),
      wrong('an end before the beginning', 'validTo', '不能早于',
        ({ validFrom }) => ({ validFrom: `${yearOf(validFrom)}-06-01`, validTo: `${yearOf(validFrom)}-01-01` })),
    ],
  },
})
