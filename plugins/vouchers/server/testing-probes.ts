import { defineReadProbes } from '#server/architecture-tests/probes.ts'

export default defineReadProbes({
  own: {
    'POST /oaserver/voucher/read': 'plugins/vouchers/server/vouchers.integration.test.ts',
    'POST /oaserver/voucher/pool/page': 'plugins/vouchers/server/pool/pool.integration.test.ts',
    'POST /oaserver/voucher/compare': 'plugins/vouchers/server/checks/checks.integration.test.ts',
  },
})
