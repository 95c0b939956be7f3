import type { Flow } from '#kernel/flow.ts'
import { preview } from '#approval/engine.ts'
import type { ApproverChoice, DocumentState } from '#approval/types.ts'
import type { PathNode as WireNode } from '#approval/wire/path.ts'
import type { PreviewNode } from '#approval/preview/preview.ts'
import type { Directory } from '#approval/directory.ts'
import { engineFacts, type EngineInput } from '../lifecycle/engine-facts.ts'
import { personOf, spokenBy } from './people.ts'
import { modeCode, nodeTypes } from '../wire.ts'

/** A node of the simulated path, with attributes that only other clients read. */
export interface PathNode extends WireNode {
  readonly multiInst: boolean
  readonly sequential: boolean
  readonly userIdList: readonly string[]
  readonly mineRelates: boolean
}

/** The remaining path, by the same engine as filing: of a draft from the start, of a running document from its current nodes. */
export function pathOf(flow: Flow, moment: EngineInput,
  from: { process: DocumentState } | { applicant: string; choices: readonly ApproverChoice[] }): PathNode[] {
  const facts = engineFacts(moment)
  const start = 'process' in from ? from.process : { starter: moment.caller.id, applicant: from.applicant, choices: from.choices }
  return preview(flow, facts, start).map((node) => wireNode(node, moment.evaluation.directory, moment.caller.id))
}

/** The end node of every path. */
export const endOfPath: PathNode = {
  nodeId: 'end',
  nodeName: '结束',
  nodeNameEn: 'End',
  nodeType: nodeTypes.end,
  approvalTypeCode: 1,
  multiInst: false,
  sequential: false,
  state: 'coming',
  userList: [],
  userIdList: [],
  mineRelates: false,
  why: null,
  selectUser: null,
  problems: [],
}

function wireNode(node: PreviewNode, directory: Directory, reader: string): PathNode {
  const ids = node.people.map(({ id }) => id)
  const spoken = spokenBy(directory)
  return {
    nodeId: node.node,
    nodeName: node.cn,
    nodeNameEn: node.en,
    nodeType: node.kind === 'copy' ? nodeTypes.copy : nodeTypes.approve,
    approvalTypeCode: modeCode(node.mode),
    multiInst: ids.length > 1,
    sequential: node.mode === 'sequential',
    state: node.state,
    userList: node.people.map(({ id, why }) => personOf(directory, id, { why: why.map(spoken) })),
    userIdList: ids,
    mineRelates: ids.includes(reader),
    why: (node.why && spoken(node.why)) ?? null,
    selectUser: node.select ?? null,
    problems: node.problems,
  }
}
