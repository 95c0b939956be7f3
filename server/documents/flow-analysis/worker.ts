import { parentPort } from 'node:worker_threads'
import type { Finding } from '#kernel/composition/problem.ts'
import { type Organisation, organisationOf, type OrganisationRecords } from '#server/identity/organisation/organisation.ts'
import { type FlowSimulation, analysisOf } from './flow-simulation.ts'

/** A flow to analyse. The organisation is only sent where the thread does not have this version yet. */
export interface AnalysisRequest {
  readonly simulation: FlowSimulation
  readonly version: string
  readonly organisation?: OrganisationRecords
  /** Timeout of the simulations with people, ms. */
  readonly timeout: number
}

export type AnalysisAnswer = { readonly findings: readonly Finding[] } | { readonly missing: 'organisation' }

let known: Organisation | undefined

parentPort?.on('message', (question: AnalysisRequest) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(answerOf(question))
})

function answerOf({ simulation, version, organisation, timeout }: AnalysisRequest): AnalysisAnswer {
  if (organisation) known = organisationOf(organisation)
  return known?.version === version ? { findings: analysisOf(simulation, known, timeout) } : { missing: 'organisation' }
}
