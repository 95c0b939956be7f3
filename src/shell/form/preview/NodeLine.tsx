import { CheckOutlined, SendOutlined } from '@ant-design/icons'
import { Fragment, type ReactNode } from 'react'
import type { Label } from '#kernel/wording/label.ts'
import type { PathNode } from '#approval/wire/path.ts'
import type { Reason } from '#approval/types.ts'
import { Person } from '#shell/parts/Person.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { useFormText } from '../texts.ts'

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

interface NodeLineProps {
  readonly node: PathNode
  /** New people since the previous answer, as `{node} {person}`. */
  readonly news?: ReadonlySet<string>
  /** `kept`: its decision still counts. */
  readonly tone: 'coming' | 'now' | 'kept'
  /** The field, or the form as a whole, that has to be filled in before the people are known. */
  readonly awaits?: Label | 'form'
  /** Text with the usual duration. */
  readonly usual?: string
  readonly children?: ReactNode
}

/** A future node: people, mode, and reasons. */
export function NodeLine({ node, news, tone, awaits, usual, children }: NodeLineProps) {
  const { t, label } = useFormText()
  const { nodeId, nodeName, nodeNameEn, approvalTypeCode, userList, problems } = node
  const isCopy = node.nodeType === copyNode
  const isNew = userList.some(({ id }) => news?.has(`${nodeId} ${id}`))
  return (
    <li className={tone === 'coming' ? 'oa-step is-coming relative' : 'oa-step relative'} data-node={nodeId} tabIndex={-1}>
      <span className="oa-step-dot row surface circle third centred absolute" data-tone={isCopy ? 'grey' : tone} aria-hidden>
        <Sign isCopy={isCopy} tone={tone} />
      </span>
      <div className="oa-step-head baseline flex gap-8 between">
        <span>{label({ cn: nodeName, en: nodeNameEn })} {isNew && <Pill tone="red">{t('new')}</Pill>}</span>
        <span className="oa-step-mode">
          {userList.length > 1 && !isCopy && modeText(approvalTypeCode, t)}
          {usual && <span className="oa-step-usual num muted regular">{usual}</span>}
        </span>
      </div>
      <People node={node} />
      <Reasons node={node} />
      <Remark node={node} />
      <Problems problems={problems} awaits={awaits} />
      {children}
    </li>
  )
}

/** The reason for an empty node; while the form is incomplete, the field that decides it. */
function Problems({ problems, awaits }: Pick<PathNode, 'problems'> & Pick<NodeLineProps, 'awaits'>) {
  const { t, label, any } = useFormText()
  if (problems.length === 0) return null
  if (awaits !== undefined)
    return <div className="oa-step-why">{awaits === 'form' ? t('knownLater') : t('knownAfter', { field: label(awaits) })}</div>
  const sentences = new Set(problems.map(({ code, parameters }) => any(code, parameters)))
  return [...sentences].map((sentence) => <div key={sentence} className="red small line-18">{sentence}</div>)
}

/** Returns whether the node's approvers will be named by an earlier approver: none yet, and no problem. */
const isOpen = ({ userList, problems, state, nodeType }: PathNode): boolean =>
  userList.length + problems.length === 0 && state === 'coming' && nodeType !== copyNode

/** Note that people are named later, or that the node passes automatically. */
function Remark({ node }: { node: PathNode }) {
  const { t } = useFormText()
  const key = isOpen(node) ? 'namedLater' : node.state === 'auto' ? 'auto' : undefined
  return key && <div className="oa-step-why">{t(key)}</div>
}

function People({ node: { userList, nodeType, approvalTypeCode } }: { node: PathNode }) {
  if (userList.length === 0) return null
  return (
    <div className="oa-step-people flex wrap">
      {userList.map(({ id, name, enable }, index) => (
        <Fragment key={id}>
          {index > 0 && nodeType !== copyNode && <span className="oa-step-sign" aria-hidden>{signOf(approvalTypeCode)}</span>}
          <Person id={id} name={name} departed={!enable} />
        </Fragment>
      ))}
    </div>
  )
}

/** The distinct reasons, in the order of the people. */
function Reasons({ node: { userList, state, why } }: { node: PathNode }) {
  const { locale, any } = useFormText()
  const chains = [...userList.map((person) => person.why ?? []), (state === 'auto' || state === 'skipped') && why ? [why] : []]
  const reasons = [...new Set(chains.map((chain) => reasonText(chain, any)))].filter((text) => text !== '')
  return reasons.length > 0 ? <div className="oa-step-why">{reasons.join(locale === 'cn' ? '；' : '; ')}</div> : null
}

/** The reasons on one line, from the rule to the substitution. */
export const reasonText = (why: readonly Reason[], any: (key: string, parameters?: Reason['parameters']) => string): string =>
  why.map(({ code, parameters }) => any(code, parameters)).join(' · ')

function modeText(code: number, t: (key: 'all' | 'any' | 'inOrder') => string): string {
  return t(code === 2 ? 'any' : code === 3 ? 'inOrder' : 'all')
}

function Sign({ isCopy, tone }: { isCopy: boolean; tone: NodeLineProps['tone'] }) {
  if (isCopy) return <SendOutlined />
  return tone === 'kept' ? <CheckOutlined /> : null
}
