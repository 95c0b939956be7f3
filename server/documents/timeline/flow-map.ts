import type { MapBranches, MapCondition, MapStep, ProgressNode } from '#approval/wire/progress.ts'
import type { Block } from '#kernel/flow.ts'
import { parameterOf } from '#kernel/parameters/parameters.ts'
import { engineFacts } from '../lifecycle/engine-facts.ts'
import type { ReadDocument } from '../read-document.ts'
import { nodeTypes } from '../wire.ts'
import { conditionText } from './condition-text.ts'

type Conditions = (feel: string) => MapCondition

/** The flow of a document with its branches, the taken ones, and the values that decided. */
export function flowMapOf(document: ReadDocument, progress: readonly ProgressNode[]): readonly MapStep[] {
  const { form, shown, access, pinned } = document
  const facts = engineFacts(document)
  const sees = (key: string) => access(key) === 'full' || access(key) === 'readOnly'
  const context = { fields: form.fields, shown, sees, holds: facts.condition, label: facts.label,
    parameter: (key: string, name: string) => parameterOf(document.evaluation, key, name)?.toFixed() }
  const judge: Conditions = (feel) => ({ text: conditionText(feel, context) ?? null, holds: facts.condition(feel) })
  const onWay = new Set(progress.flatMap(({ nodeId, state }) => (state === 'skipped' ? [] : [nodeId])))
  return pinned.flow.steps.map((step) => stepOf(step, judge, onWay))
}

function stepOf(block: Block, judge: Conditions, onWay: ReadonlySet<string>): MapStep {
  if (block.block === 'approve' || block.block === 'copy') {
    return { kind: 'node', nodeId: block.id, cn: block.cn, en: block.en,
      nodeType: block.block === 'copy' ? nodeTypes.copy : nodeTypes.approve,
      condition: block.when === undefined ? null : judge(block.when) }
  }
  const branches = branchesOf(block, judge).map(({ condition, steps }) => ({ condition,
    steps: steps.map((step) => stepOf(step, judge, onWay)) })
  )
  const walked = branches.map(({ steps }) => steps.some((step) => isOnWay(step, onWay)))
  const byValue = byConditions(block.block, branches.map(({ condition }) => condition))
  const taken = walked.includes(true) ? walked : byValue
  return { kind: 'branches', id: block.id, block: block.block,
    branches: branches.map((branch, at) => ({ ...branch, taken: taken[at] ?? false })) }
}

function branchesOf(block: Exclude<Block, { block: 'approve' | 'copy' }>,
  judge: Conditions): readonly { condition: MapCondition | null; steps: readonly Block[] }[] {
  if (block.block === 'parallel') return block.branches.map((steps) => ({ condition: null, steps }))
  return [...block.branches.map(({ when, steps }) => ({ condition: judge(when), steps })), { condition: null, steps: block.otherwise }]
}

/** Finds the branches that the current value leads to, where no entered node shows it. */
function byConditions(block: MapBranches['block'], conditions: readonly (MapCondition | null)[]): readonly boolean[] {
  if (block === 'parallel') return conditions.map(() => true)
  const first = conditions.findIndex((condition) => condition?.holds)
  if (first === -1) return conditions.map((condition) => condition === null)
  return conditions.map((condition, at) => (block === 'exclusive' ? at === first : condition?.holds ?? false))
}

const isOnWay = (step: MapStep, onWay: ReadonlySet<string>): boolean =>
  step.kind === 'node' ? onWay.has(step.nodeId) : step.branches.some(({ steps }) => steps.some((each) => isOnWay(each, onWay)))
