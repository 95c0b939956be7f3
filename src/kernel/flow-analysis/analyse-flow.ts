import { flowAbsenceFindings, flowFindings, lateReadFindings, unseenReadFindings } from '../composition/flow/flow-findings.ts'
import { type Finding, finding, isError, within } from '../composition/problem.ts'
import type { Feel, Fields } from '../fields.ts'
import type { ApprovalNode, ApproverRule, Block, ExclusiveBlock, Flow, InclusiveBlock } from '../flow.ts'
import type { Dictionaries } from './sample.ts'
import { type ConditionAnswer, type ConditionCase, type Ground, groundOf, partsOf, type Truths, truthsOf } from './truths.ts'
import { FeelError } from '../feel/feel.ts'
import { conditionsOf, enteredNodes } from './ways.ts'
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
const pathFindings = (steps: readonly Block[], ground: Ground, turns: readonly Turn[] = []): Finding[] =>
  steps.flatMap((block) => blockPathFindings(block, ground, turns))

function blockPathFindings(block: Block, ground: Ground, turns: readonly Turn[]): Finding[] {
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
function shown({ where, text }: Sentence, found: ConditionCase, level?: 'warning'): Finding {
  return { ...finding(where, text.cn, text.en), counterexample: found.words(), ...(level && { level }) }
}

/** A finding that something never occurs: an error if all combinations were evaluated, else a warning. */
function never({ where, text }: Sentence, truths: Truths, example?: ConditionCase): Finding {
  const { cn, en } = truths.complete ? text : listed([text, sampled], { cn: '', en: '' })
  return {
    ...finding(where, cn, en),
    ...(!truths.exact && { level: 'warning' as const }),
    ...(example && { counterexample: example.words() }),
  }
}

export type { Dictionaries } from './sample.ts'

/**
 * Checks a flow for every possible input: names exist, every node is reachable, every case has a branch, and no document that moves money
 * completes without a second person. Findings about conditions carry a counterexample. Warnings do not prevent publishing.
 *
 * Pure. Evaluates representative values of the fields that the conditions read, at most a few thousand combinations.
 */
export function analyseFlow(flow: Flow, { fields, dictionaries }: { fields: Fields; dictionaries: Dictionaries }): Finding[] {
  const structure = flowFindings(flow, fields)
  if (structure.length > 0) return structure
  const absent = flowAbsenceFindings(flow, fields).map((found): Finding => ({ ...found, level: 'warning' }))
  return [...absent, ...lateReadFindings(flow, fields), ...unseenReadFindings(flow, fields),
    ...flowConditionFindings(flow, { fields, dictionaries })]
}

/** Checks the conditions of a flow that is structurally valid. */
export function flowConditionFindings(flow: Flow, { fields, dictionaries }: { fields: Fields; dictionaries: Dictionaries }): Finding[] {
  const ground = groundOf(fields, dictionaries)
  const blocks = flow.steps.flatMap(blocksIn)
  const single = blocks.flatMap((block) => within(block.id, blockFindings(block, ground)).map((found) => ({ ...found, node: block.id })))
  const together = single.some(isError) ? [] : pathFindings(flow.steps, ground)
  return [...single, ...together, ...nobodyFindings(flow, ground)]
}

function blockFindings(block: Block, ground: Ground): Finding[] {
  if (block.block === 'parallel') return []
  if (block.block === 'approve' || block.block === 'copy')
    return block.when === undefined
      ? []
      : conditionFindings(block.when, 'when', ground)
  const single = block.branches.flatMap(({ when }, branch) => conditionFindings(when, `${branch + 1} › when`, ground))
  const unreached = new Set(single.filter(({ level }) => level === undefined).map(({ where }) => where.split(' ')[0]))
  return [...single, ...branchFindings(block, ground).filter(({ where }) => !unreached.has(where))]
}

function blocksIn(block: Block): readonly Block[] {
  if (block.block === 'approve' || block.block === 'copy') return [block]
  const inner = block.block === 'parallel'
    ? block.branches.flat()
    : [...block.branches.flatMap(({ steps }) => steps), ...(block.otherwise ?? [])]
  return [block, ...inner.flatMap(blocksIn)]
}

/** Checks one condition over all values: it fails, is never true, compares incompatible types, or is null for complete input. */
function conditionFindings(condition: Feel, where: string, ground: Ground): Finding[] {
  const truths = truthsOf([condition], ground)
  const failing = truths.cases.find(({ answers: [answer] }) => answer instanceof FeelError)
  if (failing) return [shown({ where, text: { cn: `条件“${condition}”计算失败`, en: `The condition “${condition}” fails` } }, failing)]
  const mixed = partsOf(condition, ground).flatMap(({ source }) => mixtureFindings(source, where, ground))
  if (mixed.length > 0) return mixed
  if (!truths.cases.some(({ answers: [answer] }) => answer === true)) {
    return [
      never({ where,
        text: { cn: `条件“${condition}”永远不成立，到不了这里`, en: `The condition “${condition}” never holds: nothing gets here` } },
        truths, truths.cases[0]),
    ]
  }
  const open = truths.cases.find(({ answers: [answer] }) => answer === null)
  const text = { cn: `条件“${condition}”没有结果，按不成立处理`,
    en: `The condition “${condition}” has no answer and counts as not fulfilled` }
  return open ? [shown({ where, text }, open, 'warning')] : []
}

/** Finds a comparison that is null for every complete input, i.e. one of incompatible types, such as text with number. */
function mixtureFindings(part: Feel, where: string, ground: Ground): Finding[] {
  const truths = truthsOf([part], ground)
  const full = truths.cases.filter((one) => one.full)
  const [first] = full
  if (!first || full.some(({ answers: [answer] }) => answer !== null)) return []
  const text = { cn: `“${part}”比较的是不同类型的值，永远没有结果`,
    en: `“${part}” compares different kinds of values and never has an answer` }
  return [never({ where, text }, truths, first)]
}

/**
 * Finds values for which a document passes without anyone but its initiator. An error where it moves money or the initiator chooses the
 * approvers, because such a document could never be filed.
 */
function nobodyFindings(flow: Flow, ground: Ground): Finding[] {
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

/** Returns whether every path includes a person other than the initiator. */
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

/** Checks the branch conditions of a block together. */
function branchFindings(block: ExclusiveBlock | InclusiveBlock, ground: Ground): Finding[] {
  const truths = truthsOf(block.branches.map(({ when }) => when), ground)
  return [
    ...(block.block === 'exclusive' ? block.branches.flatMap((_, branch) => precedenceFindings(truths, branch)) : []),
    ...gapFindings(block, truths),
  ]
}

const holds = (one: ConditionCase, branch: number): boolean => one.answers[branch] === true

const numbered = (branch: number) => String(branch + 1)

/** Finds a branch that earlier branches always or sometimes shadow. */
function precedenceFindings(truths: Truths, branch: number): Finding[] {
  const mine = truths.cases.filter((one) => holds(one, branch))
  const first = (one: ConditionCase): number => one.answers.indexOf(true)
  const taken = mine.filter((one) => first(one) < branch)
  const [example] = taken
  if (!example) return []
  if (taken.length === mine.length) {
    const before = numbered(first(example))
    const text = { cn: `成立时第${before}个分支总已先成立，本分支永远不会执行`,
      en: `Whenever it holds, an earlier branch holds too (here branch ${before}): it is never taken` }
    return [never({ where: numbered(branch), text }, truths, example)]
  }
  const others = [...new Set(taken.map(first))]
  return others.map((other) => {
    const text = { cn: `与第${numbered(other)}个分支可同时成立，将执行第${numbered(other)}个`,
      en: `Holds together with branch ${numbered(other)}, which is taken then` }
    return shown({ where: numbered(branch), text }, taken.find((one) => first(one) === other) ?? example, 'warning')
  })
}

/** Finds values for which no branch is taken although there is no default branch, or an empty one. */
function gapFindings(block: ExclusiveBlock | InclusiveBlock, truths: Truths): Finding[] {
  const gap = truths.cases.find(({ answers }) => !answers.includes(true))
  const otherwise = block.otherwise as ExclusiveBlock['otherwise'] | undefined
  if (otherwise === undefined) {
    const text = { cn: '缺少默认分支', en: 'The default branch is missing' }
    return [
      gap ? shown({ where: 'otherwise', text }, gap) : never({ where: 'otherwise', text }, { ...truths, exact: true, complete: true }),
    ]
  }
  if (otherwise.length > 0 || !gap) return []
  return [
    shown({ where: 'otherwise',
      text: { cn: '所有分支都不成立，默认分支为空：不需要任何人处理',
        en: 'No branch holds and the default branch is empty: nobody has anything to do' } }, gap, 'warning'),
  ]
}
