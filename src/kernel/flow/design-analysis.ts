import type { ApprovalMode } from '../flow.ts'
import type { FormValue } from '../values/value.ts'
import type { Label } from '../wording/label.ts'
import type { EngineReason, FlowReference, NamedUser } from './design.ts'

/** `POST /workflow/def/:key/simulate`; answers `Simulation`. Dry run. */
export interface Simulate {
  readonly of: FlowReference
  /** Id of the initiator. */
  readonly person: string
  /** Form value as for `apply`; with `document`, changes that are applied to that document's value. */
  readonly value?: FormValue
  /** Id of a filed document, readable to the caller, whose value is used. */
  readonly document?: string
  /** People whom the initiator chooses, by node. */
  readonly choices?: readonly { readonly node: string; readonly people: readonly string[] }[]
}

/** One step of a simulated document. */
export interface SimulatedStep extends Label {
  readonly node: string
  readonly kind: 'approve' | 'copy'
  /** Position in the tree, a `BlockPath`. */
  readonly path: readonly number[]
  readonly mode: ApprovalMode
  /** running: would be open; coming: waits for its people; auto: passes automatically; skipped: its condition does not hold. */
  readonly state: 'running' | 'coming' | 'auto' | 'skipped'
  readonly why: EngineReason | null
  readonly people: readonly (NamedUser & {
    /** The person found by the rule, where a substitute acts for them. */
    readonly owner: NamedUser | null
    readonly why: readonly EngineReason[]
    /** The reason why this person's part passes automatically; null: it does not. */
    readonly auto: EngineReason | null
  })[]
  readonly problems: readonly EngineReason[]
}

export interface Simulation {
  readonly steps: readonly SimulatedStep[]
  /** The reason why filing would be refused; null: it would complete. */
  readonly refusal: EngineReason | null
  /** Outcome of each condition for this value, by block or node id (`block#branch` for a branch). */
  readonly conditions: Readonly<Record<string, { readonly text: string; readonly holds: boolean }>>
}

/** A step that a scenario expects: ids of the people asked, sorted. A step that asks nobody counts like one that is absent. */
export interface ExpectedStep {
  readonly node: string
  readonly people: readonly string[]
}

/** A saved scenario: an initiator, a value, and the expected path. `GET /workflow/def/:key/scenario` */
export interface Scenario {
  readonly id: string
  readonly name: string
  readonly person: NamedUser
  readonly value: FormValue
  readonly expected: readonly ExpectedStep[]
  /** Number of its last change. */
  readonly revision: number
  readonly changedBy: NamedUser
  readonly changedAt: string
}

/** `POST /workflow/def/:key/scenario` creates a scenario and answers `Scenario`. `DELETE …/scenario/:id` deletes it. */
export interface SaveScenario {
  readonly name: string
  readonly person: string
  readonly value: FormValue
  readonly expected: readonly ExpectedStep[]
}

/** `PUT /workflow/def/:key/scenario/:id`; answers `Scenario`. Refused where it was changed after this revision. */
export interface ChangeScenario extends SaveScenario {
  readonly revision: number
}

/**
 * `POST /workflow/def/:key/scenario` with a filed document: the scenario keeps what the flow reads of its value, and expects the path that
 * this takes in `of`.
 */
export interface SaveDocumentScenario extends Pick<SaveScenario, 'name' | 'person'> {
  /** Id of a filed document, readable to the caller. */
  readonly document: string
  /** Changes that are applied to the document's value. */
  readonly value?: FormValue
  readonly of: FlowReference
}

/** The result of a scenario. `POST /workflow/def/:key/scenario/run` (`{ of: FlowReference }`) answers one per scenario. */
export interface ScenarioResult {
  readonly id: string
  readonly name: string
  readonly holds: boolean
  readonly expected: readonly ExpectedStep[]
  readonly actual: readonly ExpectedStep[]
  readonly refusal: EngineReason | null
}

/** Effects of another flow version on a running document, mildest first. */
export const censusClasses = ['cosmetic', 'same', 'ahead', 'behind', 'impossible'] as const

export type CensusClass = (typeof censusClasses)[number]

/** A running document with its class and the reason in one sentence. */
export interface CensusRow {
  readonly document: string
  readonly number: string
  /** Title; empty where the caller may not read the document. */
  readonly title: string
  readonly class: CensusClass
  readonly sentence: EngineReason
  /** Version that the document is pinned to. */
  readonly version: number
  /** Steps at which it waits now, and at which it would wait. */
  readonly now: readonly (Label & { readonly node: string; readonly people: readonly NamedUser[] })[]
  readonly after: readonly (Label & { readonly node: string; readonly people: readonly NamedUser[] })[]
  /** Moving the document is recommended: its class is `cosmetic` or `same`. */
  readonly isProposed: boolean
  /** It waits at its initiator: it is neither moved nor restarted, and takes the version in force when it is filed again. */
  readonly isAtInitiator: boolean
}

/** Answer of `POST /workflow/def/:key/census`. Read-only. `class` filters the rows; `counts` always cover all documents. */
export interface Census {
  readonly counts: Readonly<Record<CensusClass, number>>
  /** Those of them that wait at their initiators. */
  readonly atInitiator: Readonly<Record<CensusClass, number>>
  readonly records: readonly CensusRow[]
  readonly total: number
  readonly current: number
  readonly size: number
  readonly pages: number
}

/** move: replays its decisions in the current version; restart: starts over, asking everybody again. */
export type MoveChoice = 'move' | 'restart'

/**
 * `POST /workflow/def/:key/census/move` moves documents to the current version; answers `MoveResult`. Each document is classified again
 * before it is moved. Idempotent.
 */
export interface MoveDocuments {
  /** Hash of the current version as the caller saw it. */
  readonly version: string
  readonly choice: MoveChoice
  /** Ids of documents; or, with `classes`, all documents of these classes but those that wait at their initiators. */
  readonly documents?: readonly string[]
  readonly classes?: readonly CensusClass[]
  /** Ids that are left out of the classes. */
  readonly except?: readonly string[]
  readonly reason: string
  /** Names a change that takes several calls: its messages wait until all of it is done. */
  readonly bulk?: string | undefined
}

export interface MoveResult {
  readonly moved: number
  /** Number of moves that a second person has to confirm, because the flow moves money. */
  readonly proposed: number
  readonly skipped: readonly { readonly document: string; readonly number: string; readonly why: EngineReason }[]
  /** Documents of all classes that wait at their initiators; null where documents were named one by one. */
  readonly atInitiator: number | null
}

/** `POST /workflow/def/:key/what-if` starts a run and answers `WhatIfRun`; `GET …/what-if/:run` polls, `DELETE …/what-if/:run` cancels. */
export interface AskWhatIf {
  readonly of: FlowReference
  /** Dates, `YYYY-MM-DD`, both inclusive: documents first filed in the period. */
  readonly from: string
  readonly to: string
  /** Figures that conditions read, with other values than today's; as their fields take them. */
  readonly parameters?: readonly WhatIfParameter[]
}

export interface WhatIfParameter {
  readonly dictionary: string
  readonly name: string
  readonly value: string | number
}

export interface WhatIfRun {
  readonly id: string
  readonly state: 'running' | 'done' | 'cancelled' | 'failed'
  readonly done: number
  readonly total: number
  readonly result: WhatIfResult | null
}

export interface WhatIfResult {
  readonly documents: number
  /** Number of documents with another path, and their total (RMB, decimal text). */
  readonly changed: number
  readonly changedAmount: string
  /** Number of documents that could not be filed under the new flow. */
  readonly refused: number
  /** The condition or step at which the paths first differ, most frequent first. */
  readonly causes: readonly { readonly cause: Label; readonly node: string | null; readonly documents: number; readonly amount: string }[]
  /** Tasks before and after, of the people with the largest difference; `tasksBefore` and `tasksAfter` count everybody's. */
  readonly burden: readonly (NamedUser & { readonly before: number; readonly after: number })[]
  readonly tasksBefore: number
  readonly tasksAfter: number
  /** Median of working days (8 hours) to completion. */
  readonly daysBefore: number | null
  readonly daysAfter: number | null
  /** Documents with another path that the caller may read; at most 20. */
  readonly examples: readonly { readonly document: string; readonly number: string; readonly before: readonly ExampleStep[];
    readonly after: readonly ExampleStep[] }[]
}

/** A step with the names of the people it asks. */
export interface ExampleStep extends Label {
  readonly node: string
  readonly people: readonly string[]
}
