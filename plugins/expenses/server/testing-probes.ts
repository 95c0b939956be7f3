import { defineReadProbes, ownData } from '#server/architecture-tests/probes.ts'

const permission = '/budgetservice/offlineReimbursement/permission'

export default defineReadProbes({
  own: { [`GET ${permission}`]: ownData(['GET', permission], ({ canEdit }: { canEdit: boolean }) => !canEdit) },
})
