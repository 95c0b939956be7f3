import { defineReadProbes } from '#server/architecture-tests/probes.ts'

/** `GET /budgetservice/actionItems` counts what other modules declare; each of them tries its own count. */
export default defineReadProbes({ same: ['GET /budgetservice/parameter/list'] })
