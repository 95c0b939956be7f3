import { defineReadProbes } from '#server/architecture-tests/probes.ts'

/** Read probes. `GET /budgetservice/actionItems` is left out: each module probes its own counts. */
export default defineReadProbes({ same: ['GET /budgetservice/parameter/list'] })
