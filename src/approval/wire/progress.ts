import type { Label } from '#kernel/wording/label.ts'
import type { Reason } from '../types.ts'
import type { NamedPerson } from './person.ts'

/** One node of a document's round, as a picture of its progress shows it. */
export interface ProgressNode {
  readonly nodeId: string
  readonly nodeName: string
  readonly nodeNameEn: string
  /** 0 start, 1 approval, 3 CC, -1 end. */
  readonly nodeType: number
  readonly approvalTypeCode: number
  /** stopped: the document ended here without completion. */
  readonly state: 'done' | 'running' | 'coming' | 'skipped' | 'stopped'
  readonly userList: readonly (NamedPerson & { readonly state: 'done' | 'running' | 'waiting' })[]
  readonly enteredTime: string | null
  readonly finishedTime: string | null
  /** The time that it took, or has taken so far. */
  readonly minutes: number | null
  readonly overdue: boolean
  /** The reason for which it was left out. */
  readonly why: Reason | null
}

export interface MapCondition {
  /** In words; null for one that is more than a comparison of fields, or that the reader is not to know. */
  readonly text: Label | null
  readonly holds: boolean
}

export interface MapNode extends Label {
  readonly kind: 'node'
  readonly nodeId: string
  /** 1 approval, 3 CC. */
  readonly nodeType: number
  /** The condition under which it is entered; null: always. */
  readonly condition: MapCondition | null
}

export interface MapBranch {
  /** Null for a branch without one: of a parallel block, or the one that is left when no other is true. */
  readonly condition: MapCondition | null
  readonly taken: boolean
  readonly steps: readonly MapStep[]
}

export interface MapBranches {
  readonly kind: 'branches'
  readonly id: string
  /** Of an exclusive block the first true branch is taken, of an inclusive one every true branch, of a parallel one all. */
  readonly block: 'exclusive' | 'inclusive' | 'parallel'
  readonly branches: readonly MapBranch[]
}

/** A step of the flow, as the map of a document shows it. */
export type MapStep = MapNode | MapBranches

/** The progress of a document, and the flow that it is bound to. */
export interface DocumentProgress {
  readonly progress: readonly ProgressNode[]
  readonly map: readonly MapStep[]
}
