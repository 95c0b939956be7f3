import { defineReadProbes } from '#server/architecture-tests/probes.ts'

export default defineReadProbes({ own: { 'POST /oaserver/voucher/read': 'plugins/vouchers/server/vouchers.integration.test.ts' } })
