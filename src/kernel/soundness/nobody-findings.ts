import type { Finding } from '../composition/problem.ts'
import type { Feel } from '../fields.ts'
import type { ApprovalNode, ApproverRule, Block, ExclusiveBlock, Flow, InclusiveBlock } from '../flow.ts'
import { type Case, type Ground, truthsOf } from './truths.ts'
import { shown } from './verdict.ts'

/**
 * Values with which a document would get through without anyone but its initiator: refused where it moves money or
 * its initiator chooses the approvers, since it could never be filed then.
 */
export function nobodyFindings(flow: Flow, ground: Ground): Finding[] {
  if (alwaysSomebody(flow.steps)) return []
  const conditions = [...new Set(flow.steps.flatMap(conditionsIn))]
  const truths = truthsOf(conditions, ground)
  const holds = (one: Case) => (when: Feel): boolean => one.answers[conditions.indexOf(when)] === true
  const alone = truths.cases.find((one) => !somebody(flow.steps, holds(one)))
  if (!alone) return []
  const level = needsAnother(flow) ? undefined : 'warning'
  return [shown({ where: '', text: { cn: '除发起人外无人审批', en: 'Nobody but the initiator approves' } }, alone, level)]
}

const needsAnother = ({ steps, settings }: Flow): boolean => settings.movesMoney || JSON.stringify(steps).includes('"rule":"selectUser"')

/** What is known of conditions: what they say, or nothing. */
type Holds = ((when: Feel) => boolean) | undefined

const alwaysSomebody = (steps: readonly Block[]): boolean => somebody(steps, undefined)

/** Whether someone else takes part; with nothing known, whether that is so whichever way the document takes. */
const somebody = (steps: readonly Block[], holds: Holds): boolean => steps.some((block) => somebodyIn(block, holds))

function somebodyIn(block: Block, holds: Holds): boolean {
  if (block.block === 'copy') return false
  if (block.block === 'approve') return isOther(block) && isEntered(block, holds)
  if (block.block === 'parallel') return block.branches.some((branch) => somebody(branch, holds))
  return holds ? taken(block, holds).some((branch) => somebody(branch, holds)) : branchesOf(block).every((branch) => somebody(branch, holds))
}

const isEntered = ({ when }: ApprovalNode, holds: Holds): boolean => when === undefined || (holds?.(when) ?? false)

const branchesOf = ({ branches, otherwise }: ExclusiveBlock | InclusiveBlock): readonly (readonly Block[])[] =>
  [...branches.map(({ steps }) => steps), otherwise ?? []]

function taken(block: ExclusiveBlock | InclusiveBlock, holds: (when: Feel) => boolean): readonly (readonly Block[])[] {
  const open = block.branches.filter(({ when }) => holds(when)).map(({ steps }) => steps)
  if (open.length === 0) return branchesOf(block).slice(-1)
  return block.block === 'exclusive' ? open.slice(0, 1) : open
}

const isOther = ({ by, excludes }: ApprovalNode): boolean => excludes === undefined && !isInitiators(by)

const isInitiators = (rule: ApproverRule): boolean =>
  rule.rule === 'initiator' || ((rule.rule === 'both' || rule.rule === 'firstOf') && rule.parts.every(isInitiators))

function conditionsIn(block: Block): readonly Feel[] {
  if (block.block === 'copy') return []
  if (block.block === 'approve') return block.when === undefined ? [] : [block.when]
  if (block.block === 'parallel') return block.branches.flat().flatMap(conditionsIn)
  return [...block.branches.flatMap(({ when, steps }) => [when, ...steps.flatMap(conditionsIn)]), ...(block.otherwise ?? []).flatMap(conditionsIn)]
}
