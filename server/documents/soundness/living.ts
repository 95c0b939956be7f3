import { setImmediate as breath } from 'node:timers/promises'
import type { Directory, Person } from '../../../src/approval/directory.ts'
import { decide, isRefusal, preview } from '../../../src/approval/engine.ts'
import type { Choice, Facts, Refusal } from '../../../src/approval/types.ts'
import type { Finding } from '../../../src/kernel/composition/problem.ts'
import type { Flow } from '../../../src/kernel/flow.ts'
import type { Form } from '../../../src/kernel/form.ts'
import type { Way } from '../../../src/kernel/soundness/ways.ts'
import { type Initiator, initiatorsOf } from './initiators.ts'
import { choicesFor, standInFacts } from './stand-ins.ts'
import { type Stranded, told } from './stranded.ts'

/** What a flow is tried out on. */
export interface Living {
  readonly form: Form
  readonly flow: Flow
  readonly ways: readonly Way[]
  readonly directory: Directory
  /** Everyone who may file. */
  readonly people: readonly Person[]
  readonly at: Date
  /** Lets other calls be answered; told how many milliseconds they have waited. */
  readonly rest?: (worked: number) => Promise<unknown>
}

/** Previews between two breaths, so that other calls are answered meanwhile. */
const atOnce = 25

/**
 * Nodes that find nobody, or somebody who is disabled or has left, for anyone who may file, on any way through the
 * flow: the engine's own preview is asked with the organisation as it is. Each finding names a person and values.
 */
export async function livingFindings(living: Living): Promise<Finding[]> {
  const stranded = new Map<string, Stranded>()
  const { rest = () => breath() } = living
  let asked = 0
  let begun = performance.now()
  for (const initiator of initiatorsOf(living.flow, living.directory, living.people)) {
    for (const way of living.ways) {
      for (const [node, refusal] of troubles(living, initiator, way)) note(stranded, { node, refusal, initiator, way })
      asked += 1
      if (asked % atOnce > 0) continue
      await rest(performance.now() - begun)
      begun = performance.now()
    }
  }
  return [...stranded.values()].map(told)
}

/** What stands in somebody's way, node by node; for the flow as a whole under the node ''. */
function troubles({ form, flow, directory, people, at }: Living, { person, department }: Initiator, way: Way): readonly (readonly [string, Refusal])[] {
  const facts: Facts = standInFacts({ form, directory, people, at, way, person, department })
  const choices: readonly Choice[] = choicesFor(flow, { facts, person, people })
  const nodes = preview(flow, facts, { starter: person.id, applicant: person.id, choices })
  const found = nodes.flatMap(({ node, problems }) => problems.map((problem) => [node, problem] as const))
  if (found.length > 0) return found
  const filed = decide(flow, undefined, {
    action: 'submit', document: 'trial', form: form.key, flow: '', by: person.id, applicant: person.id, choices, at: at.toISOString(),
  }, facts)
  return isRefusal(filed) ? [['', filed]] : []
}

function note(stranded: Map<string, Stranded>, one: Omit<Stranded, 'people'>): void {
  const key = JSON.stringify([one.node, one.refusal.code, one.refusal.parameters])
  const known = stranded.get(key)
  const people = new Set(known?.people).add(one.initiator)
  stranded.set(key, { ...(known ?? one), people })
}
