/** The extension point for samples of the demo company, and the parts that modules make them from. */
export { demoSamples } from './extension-points.ts'
export { budgetUnitOf, budgetUnits, type DemoPerson, filers, people, units } from './company/organisation.ts'
export { personId } from './company/person-id.ts'
export type { Occasion } from './history/occasion.ts'
export { listenLocally } from './local-address.ts'
export { type Chance, chance } from './random.ts'
export { accountNumber, billingDetails, buyerNamed, cardNumber, categoryId, costCenterId, dayOfMonth, digits, monthsBack, projectId,
  type Records, recordsOf, toCard, toCompany, wholeUnits } from './records.ts'
export { openItems } from './sap/masters.ts'
export { cells } from './stories/cells.ts'
export { type DemoInvoice, type Files, filesOf } from './stories/files.ts'
export { attached, attachedInError, commented, copiedTo, countersigned, returned, type StoryMove, transferred, urged,
  voided } from './stories/moves.ts'
export { asPerson, atWorkAfter, before, dayFrom, type Stage, valueOf } from './stories/stage.ts'
export type { Before, FiledStory, NodeAnswer, DemoStory } from './stories/story.ts'
