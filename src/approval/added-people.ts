import type { ApprovalNode, ApproverRule } from '#kernel/flow.ts'
import { simpleRules } from '#kernel/flow/flow-nodes.ts'
import type { Assignment } from './resolve/assign.ts'
import { resolveAssignees } from './resolve/assignees.ts'
import { liveRuns, roundOf } from './state.ts'
import type { DocumentState } from './types.ts'
import type { Execution } from './execution.ts'

/** The values that the fields of a node's rule hold now; undefined for a node that asks nobody later. */
export const requestedNow = ({ facts }: Pick<Execution, 'facts'>, node: ApprovalNode): readonly string[] | undefined =>
  node.asksAdded && [...new Set(fieldsOf(node.by).flatMap((field) => facts.values(field)))]

export interface AddedPeople {
  readonly requested: readonly string[]
  readonly assignments: readonly Assignment[]
}

/**
 * People who still have to be asked at a node that is done, because a field names more than it did (a row was moved to
 * another department); without those who have passed in this round.
 */
export function addedTo(execution: Execution, node: ApprovalNode): AddedPeople | undefined {
  const { flow, facts, document, stage, isAhead } = execution
  const runs = liveRuns(document).filter((run) => run.node === node.id)
  const known = new Set(runs.flatMap(({ asked: requested = [] }) => requested))
  const requested = (requestedNow(execution, node) ?? []).filter((value) => !known.has(value))
  if (runs.length === 0 || requested.length === 0 || (node.when !== undefined && !facts.condition(node.when))) return undefined
  const fields = fieldsOf(node.by)
  const onlyAdded = { ...facts, values: (path: string) => (fields.includes(path) ? requested : facts.values(path)) }
  const { assignments } = resolveAssignees(node, { flow, facts: onlyAdded, document, node: node.id, stage, mirrored: [], isAhead })
  const passed = passedPeople(document)
  return { requested, assignments: assignments.filter(({ person, owner }) => !passed.has(owner ?? person)) }
}

/** People who have agreed in this round, and those for whom a substitute has. */
const passedPeople = (document: DocumentState): ReadonlySet<string> =>
  new Set(liveRuns(document).filter((run) => roundOf(run) === document.round).flatMap(({ tasks }) => tasks)
    .filter(({ result }) => result === 'passed' || result === 'auto')
    .flatMap(({ person, owner }) => (owner === undefined ? [person] : [person, owner])))

const fieldsOf = (rule: ApproverRule): readonly string[] =>
  simpleRules(rule).flatMap((each) => ('field' in each && each.field !== undefined ? [each.field] : []))
