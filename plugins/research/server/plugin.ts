import { statisticsRegisters } from '#plugins/statistics/server/public-api.ts'
import { defineServer } from '#server/plugin.ts'
import { directedSoftwareRules } from './directed-software.ts'
import { registers } from './registers.ts'
import { migrations } from './migrations.ts'
import { patentApplications, patentRules } from './patents.ts'
import { reviews } from './reviews.ts'
import { workHourRules } from './work-hours.ts'
import { samples } from './samples.ts'

export default defineServer({
  id: 'research',
  migrations,
  records: { patent: patentRules, devWorkHour: workHourRules, directedSoftware: directedSoftwareRules },
  extensions: [reviews, patentApplications],
  contributes: [statisticsRegisters.of(...registers), samples],
})
