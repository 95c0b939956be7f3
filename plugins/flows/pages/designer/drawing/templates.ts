import { approve, type ApproverRule, type Block, copy, departmentHead, generalManager, initiator, role, superior } from '#kernel/flow.ts'
import { type DesignTextKey, named } from '../texts.ts'

/** A new step, under an id of its own. */
export const newStep = (by: ApproverRule = departmentHead(), name: DesignTextKey = 'newStep'): Block =>
  approve(freshId('step'), by, named(name))

/** A new step that sends copies to the initiator. */
export const newCopy = (): Block => copy(freshId('copy'), initiator, named('copyStep'))

/** A new unique id: running documents refer to steps by id, so ids are not reused. */
export const freshId = (stem: string): string => `${stem}${crypto.randomUUID().replaceAll('-', '').slice(0, 8)}`

/** Common chains of steps, by the key of their name. */
export const chains: readonly { readonly name: DesignTextKey; steps(): readonly Block[] }[] = [
  { name: 'chain.managers', steps: () => [newStep(superior(1), 'chain.manager'), newStep(superior(2), 'chain.managerAbove')] },
  { name: 'chain.headGeneral',
    steps: () => [newStep(departmentHead(), 'rule.departmentHead'), newStep(generalManager, 'rule.generalManager')] },
  { name: 'chain.finance',
    steps:
      () => [newStep(role('accountant'), 'chain.accountant'), newStep(role('financeManager'), 'chain.financeManager'),
        newStep(role('cashier'), 'chain.cashier')] },
  { name: 'chain.confirm', steps: () => [newStep(initiator, 'chain.confirmation')] },
]

/** The flow that a new design begins with. */
export const firstSteps = (): readonly Block[] => [newStep(departmentHead(), 'rule.departmentHead'), newCopy()]
