import type { Reason, Refusal } from '#approval/types.ts'

/** A person of the path, with why it is this person. */
export interface PathPerson {
  readonly id: string
  /** "中文/English" */
  readonly name: string
  readonly enable: boolean
  readonly why?: readonly Reason[]
}

/** A node of the way ahead, as the preview and the detail call tell it. */
export interface PathNode {
  readonly nodeId: string
  readonly nodeName: string
  readonly nodeNameEn: string
  /** 1 approval, 3 CC. */
  readonly nodeType: number
  /** 1 all, 2 any, 3 in order. */
  readonly approvalTypeCode: number
  readonly state: 'running' | 'coming' | 'auto' | 'skipped'
  readonly userList: readonly PathPerson[]
  readonly why: Reason | null
  readonly selectUser: { readonly size: number; readonly canAdd: boolean;
    readonly optionalRange: { readonly type: string; readonly ids?: readonly string[] } } | null
  readonly problems: readonly Refusal[]
}

/** People chosen for nodes by hand, as the calls take them. */
export type NodeChoices = Readonly<Record<string, readonly string[]>>

export const nodeListOf = (choices: NodeChoices) =>
  Object.entries(choices).filter(([, people]) => people.length > 0).map(([nodeId, userIdList]) => ({ nodeId, userIdList }))

/** Returns whether the initiator still has to choose who approves at a node. */
export const lacksPeople = ({ selectUser, problems, state }: PathNode): boolean =>
  selectUser !== null && problems.length > 0 && state !== 'skipped'

/** Between names: everybody, anybody, one after the other. */
export const signOf = (code: number): string => ({ 1: '+', 2: '/', 3: '>' })[code] ?? '+'

export const copyNode = 3

/** Each node with each person on it: what may be new in the next answer. */
export const partsOf = (nodes: readonly PathNode[]): ReadonlySet<string> =>
  new Set(nodes.flatMap(({ nodeId, state, userList }) => (state === 'skipped' ? [] : userList.map(({ id }) => `${nodeId} ${id}`))))
