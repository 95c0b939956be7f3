import type { Label } from '#kernel/wording/label.ts'
import type { PreviewNode } from '../preview/preview-types.ts'
import type { NamedPerson } from './person.ts'

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
