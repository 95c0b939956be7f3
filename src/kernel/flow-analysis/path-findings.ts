import { type Finding, within, finding } from '../composition/problem.ts'
import type { Feel } from '../fields.ts'
import type { Block, ExclusiveBlock, InclusiveBlock } from '../flow.ts'
import { type ConditionAnswer, type Ground, truthsOf, type ConditionCase, type Truths } from './truths.ts'
import type { Label } from '../wording/label.ts'
import { listed } from './words.ts'

/** A decision on the path to a block: the conditions of a branching, and the answers for which this branch is taken. */
interface Turn {
  readonly conditions: readonly Feel[]
  readonly isTaken: (answers: readonly ConditionAnswer[]) => boolean
}

/**
 * Finds blocks inside branches that are unreachable because the conditions on their path contradict each other. Each condition on its own
 * is checked elsewhere; nothing further is reported below an unreachable block.
 */
export const pathFindings = (steps: readonly Block[], ground: Ground, turns: readonly Turn[] = []): Finding[] =>
  steps.flatMap((block) => blockFindings(block, ground, turns))

function blockFindings(block: Block, ground: Ground, turns: readonly Turn[]): Finding[] {
  if (block.block === 'parallel') return block.branches.flatMap((branch) => pathFindings(branch, ground, turns))
  if (block.block === 'exclusive' || block.block === 'inclusive') return branchesFindings(block, ground, turns)
  if (block.when === undefined || turns.length === 0) return []
  const own: Turn = { conditions: [block.when], isTaken: ([answer]) => answer === true }
  return placed(block.id, closedFindings([...turns, own], 'when', ground))
}

function branchesFindings(block: ExclusiveBlock | InclusiveBlock, ground: Ground, turns: readonly Turn[]): Finding[] {
  const branches = [...block.branches.map(({ steps }) => steps), block.otherwise ?? []]
  return branches.flatMap((steps, branch) => {
    if (steps.length === 0) return []
    const taken = [...turns, turnOf(block, branch)]
    const isDefault = branch === block.branches.length
    const closed = turns.length > 0 || isDefault ? closedFindings(taken, isDefault ? defaultBranch : String(branch + 1), ground) : []
    const reported = isDefault ? closed.map((found) => ({ ...found, level: 'warning' as const })) : closed
    return closed.length > 0 ? placed(block.id, reported) : pathFindings(steps, ground, taken)
  })
}

const placed = (node: string, findings: readonly Finding[]): Finding[] => within(node, findings).map((found) => ({ ...found, node }))

function turnOf(block: ExclusiveBlock | InclusiveBlock, branch: number): Turn {
  const conditions = block.branches.map(({ when }) => when)
  if (branch === conditions.length) return { conditions, isTaken: (answers) => !answers.includes(true) }
  const isTaken = (answers: readonly ConditionAnswer[]): boolean =>
    block.block === 'exclusive' ? answers.indexOf(true) === branch : answers[branch] === true
  return { conditions, isTaken }
}

function closedFindings(turns: readonly Turn[], where: string, ground: Ground): Finding[] {
  const truths = truthsOf(turns.flatMap(({ conditions }) => conditions), ground)
  const isOpen = (answers: readonly ConditionAnswer[]): boolean => {
    let from = 0
    return turns.every(({ conditions, isTaken }) => isTaken(answers.slice(from, from += conditions.length)))
  }
  if (truths.cases.some(({ answers }) => isOpen(answers))) return []
  return [never({ where, text: where === defaultBranch ? neverDefault : excluded }, truths)]
}

const defaultBranch = 'otherwise'
const neverDefault = { cn: '前面总有分支成立，默认分支永远不会执行',
  en: 'One of the branches always holds: the default branch is never taken' }
const excluded = { cn: '前面的条件已排除了这里的条件，到不了这里',
  en: 'What leads here excludes what is asked for here: nothing gets here' }

/** Appended when only a sample of the combinations was evaluated. */
const sampled: Label = { cn: '（组合过多，仅抽样检查）', en: ' (too many combinations: a sample was tried)' }

interface Sentence {
  readonly where: string
  readonly text: Label
}

/** A finding with the values for which it occurs. */
export function shown({ where, text }: Sentence, found: ConditionCase, level?: 'warning'): Finding {
  return { ...finding(where, text.cn, text.en), counterexample: found.words(), ...(level && { level }) }
}

/** A finding that something never occurs: an error if all combinations were evaluated, else a warning. */
export function never({ where, text }: Sentence, truths: Truths, example?: ConditionCase): Finding {
  const { cn, en } = truths.complete ? text : listed([text, sampled], { cn: '', en: '' })
  return {
    ...finding(where, cn, en),
    ...(!truths.exact && { level: 'warning' as const }),
    ...(example && { counterexample: example.words() }),
  }
}
