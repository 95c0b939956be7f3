import type { PathNode } from '#approval/wire/path.ts'

/** People chosen for nodes, by node id. */
export type NodeChoices = Readonly<Record<string, readonly string[]>>

/** The chosen people in the format of the calls; nodes without people are left out. */
export const nodeListOf = (choices: NodeChoices) =>
  Object.entries(choices).filter(([, people]) => people.length > 0).map(([nodeId, userIdList]) => ({ nodeId, userIdList }))

/** Returns whether the initiator still has to choose the approvers of a node. */
export const lacksPeople = ({ selectUser, problems, state }: PathNode): boolean =>
  selectUser !== null && problems.length > 0 && state !== 'skipped'

/** The sign between names by mode: all, any, in order. */
export const signOf = (code: number): string => ({ 1: '+', 2: '/', 3: '>' })[code] ?? '+'

export const copyNode = 3

/** All pairs of node and person, for comparing two answers. */
export const partsOf = (nodes: readonly PathNode[]): ReadonlySet<string> =>
  new Set(nodes.flatMap(({ nodeId, state, userList }) => (state === 'skipped' ? [] : userList.map(({ id }) => `${nodeId} ${id}`))))
