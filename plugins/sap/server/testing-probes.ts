import { defineReadProbes } from '#server/architecture-tests/probes.ts'

export default defineReadProbes({
  same: ['state', 'costCenters', 'projects', 'materials', 'stock', 'units', 'subject', 'movement', 'openItems', 'interfaces'].map((name) =>
    `GET /oaserver/sap/${name}`
  ).concat(
    'POST /oaserver/sap/forward',
  ),
})
