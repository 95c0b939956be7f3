import { defineReadProbes } from '#server/architecture-tests/probes.ts'

export default defineReadProbes({ same: ['GET /oaserver/dict/oaChangeProcess'] })
