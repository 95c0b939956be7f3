import { defineReadProbes } from '#server/architecture-tests/probes.ts'

export default defineReadProbes({
  own: {
    'GET /oaserver/changeControl/reviewItems': 'plugins/change-control/server/family.integration.test.ts',
    'GET /oaserver/changeControl/baselineItems': 'plugins/change-control/server/family.integration.test.ts',
  },
})
