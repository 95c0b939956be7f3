import { UserAddOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { ResubmissionPath, PathNode } from '#approval/wire/path.ts'
import { useUsualText } from '#shell/detail/progress/usual.ts'
import { Person } from '#shell/parts/Person.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { lazyPage } from '#shell/routing/chunks.ts'
import { reads, useRead } from '#shell/start/reads.ts'
import { usePart, useStore } from '../store/use-store.ts'
import { useFormText } from '../text.ts'
import { awaitedField } from './awaited-field.ts'
import { NodeLine } from './NodeLine.tsx'
import { PathTime } from './PathTime.tsx'
import type { Preview } from './use-calculation.ts'
import './path.css'

const ChoosePeople = lazyPage(async () => (await import('./ChoosePeople.tsx')).ChoosePeople)

const load = () => void ChoosePeople.load().catch(() => undefined)

/** The approvers of what is entered now, and why; asked again while the form changes. */
export function PathPreview({ preview }: { preview: Preview }) {
  const { t } = useFormText()
  const { nodes, isAsking, failure } = preview
  const isOld = isAsking && nodes !== undefined
  return (
    <div className={isOld ? 'oa-path is-asking' : 'oa-path'} aria-busy={isAsking}>
      <div className="oa-path-title">
        <h2>{t('path')}</h2>
        <span role="status">{t(isAsking ? 'pathAsking' : 'pathNote')}</span>
      </div>
      <Again preview={preview} />
      {failure !== undefined && <p className="oa-step-wrong" role="alert">{failure || t('pathFailed')}</p>}
      {nodes ? <Nodes nodes={nodes} preview={preview} /> : failure === undefined && <RowsSkeleton rows={6} columns={['80%']} />}
    </div>
  )
}

/** The approvers that filing a returned document again asks, and why. */
function Again({ preview: { again, nodes } }: { preview: Preview }) {
  const { t, label } = useFormText()
  const node = nodes?.find(({ nodeId }) => nodeId === again?.node)
  if (!again || !node) return null
  const step = label({ cn: node.nodeName, en: node.nodeNameEn })
  const [title, why] = again.way === 'direct'
    ? [t('againDirect', { step }), t('againDirectWhy')]
    : [t('againAll'), again.way === 'inOrder' ? t('againInOrder', { step }) : changedWhy(again)]
  return (
    <div className="oa-path-again" role="status">
      <strong>{title}</strong>
      <p>{why}</p>
    </div>
  )
  function changedWhy({ changed }: ResubmissionPath): string {
    return changed.length === 0 ? t('againVersion') : t('againChanged', { names: changed.map(label).join(t('listed')) })
  }
}

/** Returns whether the decision of a node stands: it lies before the one that the document goes straight back to. */
const isKept = ({ nodes, again }: Preview, node: PathNode): boolean =>
  again?.way === 'direct' && nodes !== undefined && nodes.indexOf(node) < nodes.findIndex(({ nodeId }) => nodeId === again.node)

function Nodes({ nodes, preview }: { nodes: readonly PathNode[]; preview: Preview }) {
  const { news, choices, choose } = preview
  const { t } = useFormText()
  const store = useStore()
  const [chosen, setChosen] = useState<PathNode>()
  const usual = useUsualText(store.form.key)
  const isUnfilled = usePart((store) => store.allProblems().some(({ level, code }) => level === 'block' && code.startsWith('field.')))
  return (
    <>
      <PathTime nodes={nodes} businessType={store.form.key} />
      <ol className="oa-steps">
        <StartLine />
        {nodes.filter(({ state }) => state !== 'skipped').map((node) => (
          <NodeLine key={node.nodeId} node={node} news={news} tone={isKept(preview, node) ? 'kept' : 'coming'}
            usual={isKept(preview, node) ? t('againKept') : usual(node.nodeId)}
            awaits={isUnfilled ? (awaitedField(store.form, store.value, node.nodeId) ?? 'form') : undefined}
          >
            {node.selectUser && (
              <Button size="small" icon={<UserAddOutlined />} onPointerEnter={load} onFocus={load} onClick={() => setChosen(node)}>
                {t('choosePeople')}
              </Button>
            )}
          </NodeLine>
        ))}
      </ol>
      <Suspense>
        {chosen && (
          <ChoosePeople node={chosen} chosen={choices[chosen.nodeId] ?? chosen.userList.map(({ id }) => id)} onClose={() =>
            setChosen(undefined)} onChoose={(people) => choose(chosen.nodeId, people)} />
        )}
      </Suspense>
    </>
  )
}

function StartLine() {
  const { t } = useFormText()
  const user = useRead(reads.user)
  return (
    <li className="oa-step">
      <span className="oa-step-dot" data-tone="now" aria-hidden />
      <div className="oa-step-head">{t('start')}</div>
      {user && (
        <div className="oa-step-people">
          <Person id={user.id} name={user.name} />
        </div>
      )}
      <div className="oa-step-why">{t('self')}</div>
    </li>
  )
}
