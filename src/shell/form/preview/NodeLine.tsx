import { SendOutlined } from '@ant-design/icons'
import { Fragment, type ReactNode } from 'react'
import type { Reason } from '../../../approval/types.ts'
import { Person } from '../../parts/Person.tsx'
import { Pill } from '../../parts/StatePill.tsx'
import { useFormText } from '../text.ts'
import { copyNode, signOf, type PathNode } from './path.ts'

interface NodeLineProps {
  readonly node: PathNode
  /** Of this node, people that the last answer did not have. */
  readonly news?: ReadonlySet<string>
  readonly tone: 'coming' | 'now'
  readonly children?: ReactNode
}

/** A node to come: its people, how they decide, and why it is them. */
export function NodeLine({ node, news, tone, children }: NodeLineProps) {
  const { t, label, locale, any } = useFormText()
  const { nodeId, nodeName, nodeNameEn, nodeType, approvalTypeCode, userList, problems, state } = node
  const isCopy = nodeType === copyNode
  const reasons = [...new Set([...userList.map(({ why = [] }) => reasonText(why, any)), ...(state === 'auto' && node.why ? [reasonText([node.why], any)] : [])])].filter(Boolean)
  const isNew = userList.some(({ id }) => news?.has(`${nodeId} ${id}`))
  return (
    <li className={tone === 'coming' ? 'oa-step is-coming' : 'oa-step'}>
      <span className="oa-step-dot" data-tone={isCopy ? 'grey' : tone} aria-hidden>{isCopy && <SendOutlined />}</span>
      <div className="oa-step-head">
        <span>{label({ cn: nodeName, en: nodeNameEn })} {isNew && <Pill tone="red">{t('new')}</Pill>}</span>
        {userList.length > 1 && !isCopy && <span className="oa-step-mode">{modeText(approvalTypeCode, t)}</span>}
      </div>
      {userList.length > 0 && (
        <div className="oa-step-people">
          {userList.map(({ id, name, enable }, index) => (
            <Fragment key={id}>
              {index > 0 && <span className="oa-step-sign" aria-hidden>{isCopy ? '' : signOf(approvalTypeCode)}</span>}
              <Person id={id} name={name} departed={!enable} />
            </Fragment>
          ))}
        </div>
      )}
      {reasons.length > 0 && <div className="oa-step-why">{reasons.join(locale === 'cn' ? '；' : '; ')}</div>}
      {state === 'auto' && <div className="oa-step-why">{t('auto')}</div>}
      {problems.map(({ code, parameters }) => <div key={code} className="oa-step-wrong" role="alert">{any(code, parameters)}</div>)}
      {children}
    </li>
  )
}

/** From the rule over the directory's fact to the substitution, in one line. */
export const reasonText = (why: readonly Reason[], any: (key: string, parameters?: Reason['parameters']) => string): string =>
  why.map(({ code, parameters }) => any(code, parameters)).join(' · ')

function modeText(code: number, t: (key: 'all' | 'any' | 'inOrder') => string): string {
  return `${t(code === 2 ? 'any' : code === 3 ? 'inOrder' : 'all')} ${signOf(code)}`
}
