import type { Form } from '#kernel/form.ts'
import { costBasedProcurement } from './applications/costBasedProcurement/index.ts'
import { entertainmentApply } from './applications/entertainmentApply/index.ts'
import { serviceFeeApply } from './applications/serviceFeeApply/index.ts'
import { expenseReimbursement } from './finance/expenseReimbursement/index.ts'
import { travelReimbursement } from './finance/travelReimbursement/index.ts'
import { oaChange } from './general/oaChange/index.ts'
import { proposalApply } from './general/proposalApply/index.ts'
import { rapidProject } from './general/rapidProject/index.ts'
import { universalApproval } from './general/universalApproval/index.ts'
import { disbursement } from './payments/disbursement/index.ts'
import { qualityClaim } from './quality/qualityClaim/index.ts'
import { businessTrip } from './travel/businessTrip/index.ts'
import { dispatchCar } from './travel/dispatchCar/index.ts'
import { taxiApply } from './travel/taxiApply/index.ts'

export const forms: readonly Form[] = [
  expenseReimbursement,
  travelReimbursement,
  entertainmentApply,
  serviceFeeApply,
  costBasedProcurement,
  businessTrip,
  taxiApply,
  dispatchCar,
  disbursement,
  qualityClaim,
  universalApproval,
  proposalApply,
  rapidProject,
  oaChange,
]
