import type { Label } from '#kernel/wording/label.ts'
import type { PreviewNode } from '../preview/preview.ts'
import type { NamedPerson } from './person.ts'
import type { Reason } from '../types.ts'

/** A node of the path ahead, in answers of the preview and of the document's detail. */
export interface PathNode {
  readonly nodeId: string
  readonly nodeName: string
  readonly nodeNameEn: string
  /** 1 approval, 3 CC, -1 end. */
  readonly nodeType: number
  /** 1 all, 2 any, 3 in order. */
  readonly approvalTypeCode: number
  readonly state: PreviewNode['state']
  readonly userList: readonly NamedPerson[]
  readonly why: PreviewNode['why'] | null
  /** Present if the initiator chooses the people. */
  readonly selectUser: PreviewNode['select'] | null
  readonly problems: PreviewNode['problems']
}

/** The approvers who are asked when a returned document is filed again, and the reason. */
export interface ResubmissionPath {
  /** Id of the returning node. */
  readonly node: string
  /**
   * direct: only the returning node and those after it; seen: also those who were shown changed fields; changed: everybody, because a
   * decisive field changed; inOrder: everybody, as the return requested.
   */
  readonly way: 'direct' | 'seen' | 'changed' | 'inOrder'
  /** Labels of the changed decisive fields; empty if form or flow have a new version. */
  readonly changed: readonly Label[]
}

/** A node of the current round, in the diagram of a document's progress. */
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
  /** Duration in minutes, so far if it is still running. */
  readonly minutes: number | null
  readonly overdue: boolean
  /** Reason why it was skipped. */
  readonly why: Reason | null
}

export interface MapCondition {
  /** The condition in words; null if it is too complex, or hidden from the reader. */
  readonly text: Label | null
  readonly holds: boolean
}

export interface MapNode extends Label {
  readonly kind: 'node'
  readonly nodeId: string
  /** 1 approval, 3 CC. */
  readonly nodeType: number
  /** Condition for entering the node; null: always entered. */
  readonly condition: MapCondition | null
}

export interface MapBranch {
  /** Condition of the branch; null for branches of a parallel block and for the default branch. */
  readonly condition: MapCondition | null
  readonly taken: boolean
  readonly steps: readonly MapStep[]
}

export interface MapBranches {
  readonly kind: 'branches'
  readonly id: string
  /** Exclusive: the first true branch is taken; inclusive: every true branch; parallel: all branches. */
  readonly block: 'exclusive' | 'inclusive' | 'parallel'
  readonly branches: readonly MapBranch[]
}

/** A step of the flow, in the map of a document. */
export type MapStep = MapNode | MapBranches

/** The progress of a document, and the flow to which it is pinned. */
export interface DocumentProgress {
  readonly progress: readonly ProgressNode[]
  readonly map: readonly MapStep[]
}
