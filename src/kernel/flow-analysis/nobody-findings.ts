import type { Finding } from '../composition/problem.ts'
import type { ApprovalNode, ApproverRule, Block, Flow } from '../flow.ts'
import { conditionsOf, enteredNodes } from './entered-nodes.ts'
import { type ConditionCase, type Ground, truthsOf } from './truths.ts'
import { shown } from './verdict.ts'

/**
 * Values with which a document would get through without anyone but its initiator: refused where it moves money or
 * its initiator chooses the approvers, since it could never be filed then.
 */
export function nobodyFindings(flow: Flow, ground: Ground): Finding[] {
  if (alwaysSomebody(flow.steps)) return []
  const conditions = conditionsOf(flow.steps)
  const truths = truthsOf(conditions, ground)
  const others = ({ answers }: ConditionCase): boolean =>
    enteredNodes(flow.steps, (when) => answers[conditions.indexOf(when)] === true).some((node) => node.block === 'approve' && isOther(node))
  const alone = truths.cases.find((one) => !others(one))
  if (!alone) return []
  const level = needsAnother(flow) ? undefined : 'warning'
  return [shown({ where: '', text: { cn: '除发起人外无人审批', en: 'Nobody but the initiator approves' } }, alone, level)]
}

const needsAnother = ({ steps, settings }: Flow): boolean => settings.movesMoney || JSON.stringify(steps).includes('"rule":"selectUser"')

/** Returns whether somebody else takes part whichever way the document takes. */
const alwaysSomebody = (steps: readonly Block[]): boolean =>
  steps.some((block) => {
    if (block.block === 'copy') return false
    if (block.block === 'approve') return isOther(block) && block.when === undefined
    if (block.block === 'parallel') return block.branches.some(alwaysSomebody)
    return [...block.branches.map(({ steps: inner }) => inner), block.otherwise ?? []].every(alwaysSomebody)
  })

const isOther = ({ by, excludes }: ApprovalNode): boolean => excludes === undefined && !isInitiators(by)

const isInitiators = (rule: ApproverRule): boolean =>
  rule.rule === 'initiator' || rule.rule === 'system' ||
  ((rule.rule === 'both' || rule.rule === 'firstOf') && rule.parts.every(isInitiators))
