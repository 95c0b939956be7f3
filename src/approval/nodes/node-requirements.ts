import type { ApprovalNode } from '#kernel/flow.ts'
import type { Facts } from '../types.ts'

type Conditions = Pick<Facts, 'condition'>

/** The check list items of a node that apply to this document. */
export const checksOf = ({ checkList = [] }: Pick<ApprovalNode, 'checkList'>, { condition }: Conditions) =>
  checkList.filter(({ when }) => when === undefined || condition(when))

/** The texts that an opinion at a node has to contain for this document. */
export const markersOf = ({ opinionMustContain = [] }: Pick<ApprovalNode, 'opinionMustContain'>,
  { condition }: Conditions): readonly string[] =>
  opinionMustContain.flatMap((marker) => (typeof marker === 'string' ? [marker] : condition(marker.when) ? [marker.text] : []))
