import type { Label } from '#kernel/wording/label.ts'
import type { PreviewNode } from '../preview/preview-types.ts'
import type { NamedPerson } from './person.ts'

/** A node of the way ahead, as the preview and the detail of a document answer it. */
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
  /** The choice of people that the initiator has. */
  readonly selectUser: PreviewNode['select'] | null
  readonly problems: PreviewNode['problems']
}

/** The approvers that filing a returned document again asks, and why. */
export interface ResubmissionPath {
  /** The node that returned it. */
  readonly node: string
  /** Straight back to that node; every node because something changed; every node because the return said so. */
  readonly way: 'direct' | 'changed' | 'inOrder'
  /** The fields that changed for those who decided before; none where the form or its flow has a new version. */
  readonly changed: readonly Label[]
}
