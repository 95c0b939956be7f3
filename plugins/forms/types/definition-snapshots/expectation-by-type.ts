import type { Expectation } from './expectation.ts'
import { bookAdd } from './bookAdd.ts'
import { bookBorrow } from './bookBorrow.ts'
import { businessTrip } from './businessTrip.ts'
import { costBasedProcurement } from './costBasedProcurement.ts'
import { disbursement } from './disbursement.ts'
import { dispatchCar } from './dispatchCar.ts'
import { entertainmentApply } from './entertainmentApply.ts'
import { expenseReimbursement } from './expenseReimbursement.ts'
import { oaChange } from './oaChange.ts'
import { proposalApply } from './proposalApply.ts'
import { qualityClaim } from './qualityClaim.ts'
import { rapidProject } from './rapidProject.ts'
import { sapPayment } from './sapPayment.ts'
import { serviceFeeApply } from './serviceFeeApply.ts'
import { taxiApply } from './taxiApply.ts'
import { travelReimbursement } from './travelReimbursement.ts'
import { universalApproval } from './universalApproval.ts'

/** The expectation of each type of document, by its key. */
export const expectationByType: Readonly<Record<string, Expectation>> = {
  expenseReimbursement,
  travelReimbursement,
  businessTrip,
  taxiApply,
  dispatchCar,
  entertainmentApply,
  serviceFeeApply,
  costBasedProcurement,
  disbursement,
  sapPayment,
  qualityClaim,
  universalApproval,
  proposalApply,
  rapidProject,
  oaChange,
  bookBorrow,
  bookAdd,
}
