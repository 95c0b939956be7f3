import type { Directory, Person } from '#approval/directory.ts'
import { decide, isRefusal, preview } from '#approval/engine.ts'
import type { ApproverChoice, Facts, Refusal } from '#approval/types.ts'
import { type Finding, finding } from '#kernel/composition/problem.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { RecordOwners } from '#kernel/plugin.ts'
import type { FlowPath } from '#kernel/flow-analysis/ways.ts'
import { type Initiator, initiatorsOf } from './initiators.ts'
import type { ScopeValues } from './scope-values.ts'
import { choicesFor, standInFacts } from './stand-ins.ts'
import { type UnreachableNode, describe } from './unreachable.ts'

/** The flow and the organisation that are tried out on each other. */
export interface AnalysisInput {
  readonly form: Form
  readonly flow: Flow
  readonly ways: readonly FlowPath[]
  readonly directory: Directory
  /** Everyone who may file. */
  readonly people: readonly Person[]
  readonly at: Date
  /** Values that fields may have by which a scope of a role is asked, by their paths. */
  readonly scopeValues?: ScopeValues
  /** Records for which somebody answers. */
  readonly owners?: readonly RecordOwners[]
  /** Milliseconds that the simulations may take; without it, as long as they take. */
  readonly timeout?: number
}

/**
 * Nodes that find nobody, or somebody who is disabled or has left, for anyone who may file, on any way through the
 * flow: the engine's own preview is asked with the organisation as it is. Each finding names a person and values. Where
 * the time ends before the simulations, a warning says how many there were.
 */
export function organisationFindings(input: AnalysisInput): Finding[] {
  const unreachable = new Map<string, UnreachableNode>()
  const initiators = initiatorsOf(input.flow, input.directory, input.people)
  const begun = performance.now()
  for (const [index, initiator] of initiators.entries()) {
    if (performance.now() - begun > (input.timeout ?? Infinity)) return [...findingsOf(unreachable), partial(index, initiators.length)]
    for (const path of input.ways) {
      for (const [node, refusal] of violations(input, initiator, path)) note(unreachable, { node, refusal, initiator, path })
    }
  }
  return findingsOf(unreachable)
}

const findingsOf = (unreachable: ReadonlyMap<string, UnreachableNode>): Finding[] => [...unreachable.values()].map(describe)

const partial = (tried: number, all: number): Finding => ({
  ...finding('', `限定时间内只试算了 ${all} 类发起人中的 ${tried} 类`,
    `Only ${tried} of ${all} kinds of initiators could be tried within the time limit`),
  level: 'warning',
})

/** Finds what stands in somebody's way, node by node; for the flow as a whole under the node ''. */
function violations({ form, flow, directory, people, at, scopeValues, owners = [] }: AnalysisInput, { person, department }: Initiator,
  path: FlowPath): readonly (readonly [string, Refusal])[] {
  const facts: Facts = standInFacts({ form, directory, people, at, path, person, department, scopeValues, owners })
  const choices: readonly ApproverChoice[] = choicesFor(flow, { facts, person, people })
  const nodes = preview(flow, facts, { starter: person.id, applicant: person.id, choices })
  const found = nodes.flatMap(({ node, problems }) => problems.map((problem) => [node, problem] as const))
  if (found.length > 0) return found
  const filed = decide(flow, undefined, {
    action: 'submit',
    document: 'analysis',
    form: form.key,
    flow: '',
    by: person.id,
    applicant: person.id,
    choices,
    at: at.toISOString(),
  }, facts)
  return isRefusal(filed) ? [['', filed]] : []
}

function note(unreachable: Map<string, UnreachableNode>, one: Omit<UnreachableNode, 'people'>): void {
  const key = JSON.stringify([one.node, one.refusal.code, one.refusal.parameters])
  const known = unreachable.get(key)
  const people = new Set(known?.people).add(one.initiator)
  unreachable.set(key, { ...(known ?? one), people })
}
