import { defineReadProbes, wholeOnly } from '#server/architecture-tests/probes.ts'

export default defineReadProbes({ scoped: ({ ask }) => wholeOnly(ask, ['GET /system/push/state', 'POST /system/push/failed/page']) })
