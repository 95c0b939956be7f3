import { type Block, defineFlow, type Flow } from '#kernel/flow.ts'
import { withAttributes } from '../use-designing.ts'
import { firstSteps, newCopy, newStep } from './templates.ts'
import { addBranch, blockOf, blocksOf, branchesOf, change, changeBranch, changeSettings, type Fork, insert, isFork, remove, renameStep,
  type Sequence, type Step, whole } from './tree.ts'

/** Rebuilds a flow with the edit operations of the designer, from the flow of a new design on: each block is inserted, then changed. */
export function rebuilt(model: Flow): Flow {
  const begun = defineFlow(firstSteps())
  const empty = blocksOf(begun.steps).reduce((flow, { id }) => remove(flow, id), begun)
  return changeSettings(drawInto(empty, whole, model.steps), model.settings)
}

function drawInto(flow: Flow, sequence: Sequence, blocks: readonly Block[]): Flow {
  return blocks.reduce((before, block, index) => (isFork(block)
    ? drawFork(before, { ...sequence, index }, block)
    : drawStep(before, { ...sequence, index }, block)), flow)
}

function drawStep(flow: Flow, place: Sequence & { readonly index: number }, step: Step): Flow {
  const fresh = step.block === 'copy' ? newCopy() : newStep()
  const { id: _, block: __, ...attributes } = step
  const changed = change<Step>(insert(flow, place, fresh), fresh.id, (each) => withAttributes(each, attributes))
  return renameStep(changed, fresh.id, step.id)
}

function drawFork(flow: Flow, place: Sequence & { readonly index: number }, fork: Fork): Flow {
  const first = newStep()
  const added = insert(flow, place, fork.block === 'parallel'
    ? { block: 'parallel', id: fork.id, branches: [[first], [newStep()]] }
    : { block: fork.block, id: fork.id, branches: [{ when: 'true', steps: [first] }], otherwise: [] })
  const begun = fork.block === 'parallel' ? 2 : 1
  const branched = fork.branches.slice(begun).reduce((before) => addBranch(before, fork.id, { when: 'true', step: newStep() }), added)
  const emptied = branchesOf(blockOf(branched, fork.id) as Fork).flat().reduce((before, { id }) => remove(before, id), branched)
  const conditioned = fork.block === 'parallel'
    ? emptied
    : fork.branches.reduce((before, { when }, branch) => changeBranch(before, fork.id, branch, when), emptied)
  return branchesOf(fork).reduce((before, steps, branch) => drawInto(before, { fork: fork.id, branch }, steps), conditioned)
}
